from heliopolis.envs.pettingzoo.aec import CheckedEnv, RawEnv
NAME="respublica"
def env(players: int = 4, render_mode: str | None = None) -> CheckedEnv:
    return CheckedEnv(NAME, players, render_mode)
def raw_env(players: int = 4, render_mode: str | None = None) -> RawEnv:
    return RawEnv(NAME, players, render_mode)
