namespace Orchestrator.Plugins;

/// <summary>
/// What an attempt gives to a class of kind script, until that returns. Used by one thread at a time, but for
/// <see cref="Log"/> and <see cref="Cancellation"/>: tasks and threads have ended before the class returns, or the
/// attempt fails. Connections are those that `plugin: {reads: […]}` and `plugin: {writes: […]}` name.
/// </summary>
public interface IScriptContext
{
    /// <summary>The package: PROJECT/OBJECT.</summary>
    string Package { get; }

    /// <summary>Number of the run.</summary>
    long Run { get; }

    /// <summary>Number of the attempt.</summary>
    long Attempt { get; }

    /// <summary>Fires when the attempt shall stop; what blocks takes it.</summary>
    CancellationToken Cancellation { get; }

    /// <summary>
    /// The value of a variable of the solution, or of a run variable or fact that the object waits for, as text in
    /// invariant form; null = it has none.
    /// </summary>
    /// <exception cref="ArgumentException">There is no such variable.</exception>
    string? Variable(string name);

    /// <summary>A secret, as `${secret:NAME}` in a connection gives it; from now on it is in no log.</summary>
    /// <exception cref="Exception">It is missing; the message says where it was looked for.</exception>
    string Secret(string name);

    /// <summary>
    /// Writes a line into the log of the run, the first 200 of an attempt; from any thread. Secrets, and sensitive
    /// values that the object is given, are taken out; what comes when the class has returned is dropped.
    /// </summary>
    void Log(string message);

    /// <summary>
    /// Sets a value that `sets` of the object takes, once each; it counts when the attempt succeeds. Nothing is rounded
    /// or cut; bool is 1 or 0.
    /// </summary>
    /// <param name="name">What `sets` calls it.</param>
    /// <param name="value">A number, text, bool, date, time, Guid or enum; null = NULL.</param>
    /// <exception cref="Exception">It is not asked for, is set already, or is no value of its type.</exception>
    void Set(string name, object? value);

    /// <summary>As <see cref="Set"/>, for a variable of rows: cells in the order of its columns.</summary>
    /// <exception cref="Exception">It is not asked for, is set already, or is no value of its type.</exception>
    void SetRows(string name, IEnumerable<IReadOnlyList<object?>> rows);

    /// <summary>
    /// The rows of a query, at most 100,000; what is more is work for kind dataflow. Rows are of a type as those of a
    /// flow: <see cref="IFlowContext"/>. A row that is none of it fails the attempt.
    /// </summary>
    /// <param name="connection">Name of the connection.</param>
    /// <param name="sql">One statement that returns rows.</param>
    /// <param name="values">Its parameters, `@name` in it.</param>
    IReadOnlyList<T> Read<T>(string connection, string sql, params (string Name, object? Value)[] values);

    /// <summary>
    /// Runs statements that change something, in one transaction that is committed when this returns.
    /// </summary>
    /// <param name="connection">Name of the connection, which `plugin: {writes: […]}` names.</param>
    /// <param name="sql">The statements.</param>
    /// <param name="values">Their parameters, `@name` in them.</param>
    /// <returns>How many rows were changed.</returns>
    long Execute(string connection, string sql, params (string Name, object? Value)[] values);

    /// <summary>
    /// The files below the folder of a connection that a pattern (`*`, `?` in the name, with `/`) stands for, in
    /// ordinal order.
    /// </summary>
    IReadOnlyList<string> Files(string connection, string pattern);

    /// <summary>Opens a file below the folder of a connection for reading; it is closed with the attempt at the latest.
    /// </summary>
    Stream OpenFile(string connection, string file);

    /// <summary>
    /// Puts a file below the folder of a connection, whole or not at all: it takes its place, and that of the one that
    /// has its name, when <paramref name="write"/> has returned.
    /// </summary>
    /// <param name="connection">Name of the connection, which `plugin: {writes: […]}` names.</param>
    /// <param name="file">Its name below the folder; folders that are missing are made.</param>
    /// <param name="write">Writes the content, from its begin to its end.</param>
    void WriteFile(string connection, string file, Action<Stream> write);
}
