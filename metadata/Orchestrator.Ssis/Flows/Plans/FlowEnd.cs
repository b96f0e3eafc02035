namespace Orchestrator.Ssis.Flows.Plans;

/// <summary>Where the rows of a load come from or go to.</summary>
/// <param name="Connection">The connection's name in the package; a connection of files of the importer where it is one
/// of a file.</param>
public abstract record FlowEnd(string Connection);

/// <summary>A table or a view.</summary>
/// <param name="Connection">Its connection.</param>
/// <param name="Schema">Without brackets or quotes; empty where none is written.</param>
/// <param name="Name">Without brackets or quotes; `${name:X}` where a variable of the run has it.</param>
public sealed record FlowTable(string Connection, string Schema, string Name) : FlowEnd(Connection)
{
    /// <summary>The database beside that of the connection which it lies in; empty where it is that one.</summary>
    public string Database { get; init; } = "";
}

/// <summary>A statement that gives rows, in the dialect of its connection.</summary>
/// <param name="Connection">Where it runs.</param>
/// <param name="Sql">The statement; `@NAME` is a variable.</param>
/// <param name="IsWritten">Whether it is the package's own, but for its parameters.</param>
public sealed record FlowQuery(string Connection, string Sql, bool IsWritten) : FlowEnd(Connection);

/// <summary>A procedure that gives rows.</summary>
/// <param name="Connection">Where it runs.</param>
/// <param name="Name">With its schema, as it is written, without brackets.</param>
/// <param name="Arguments">By name, in their order.</param>
public sealed record FlowProcedure(string Connection, string Name, IReadOnlyList<FlowArgument> Arguments)
    : FlowEnd(Connection);

/// <summary>What a procedure is given.</summary>
/// <param name="Name">The parameter, without its sign.</param>
/// <param name="Value">A text or number; `${var:X}` of a variable.</param>
public sealed record FlowArgument(string Name, string Value);

/// <summary>A file.</summary>
/// <param name="Connection">The connection of the package that leads to it.</param>
/// <param name="Path">As the connection has it; empty where only an expression of the connection knows it.</param>
/// <param name="Format">How rows stand in it.</param>
public sealed record FlowFile(string Connection, string Path, FlowFileFormat Format) : FlowEnd(Connection);
