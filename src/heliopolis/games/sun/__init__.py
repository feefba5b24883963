"""What Ra and Priests of Ra share: suns, Ra track, auction and epochs. Nothing here knows which game it serves."""
