/** The folder of Pyodide's files on the server. */
declare const __PYODIDE__: string;
