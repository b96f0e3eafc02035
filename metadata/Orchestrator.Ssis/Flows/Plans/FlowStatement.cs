using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Plans;

/// <summary>A statement over all rows of a landed set (kind sql).</summary>
/// <param name="Name">Unique in its flow.</param>
/// <param name="Component">The path of the component that it was.</param>
/// <param name="Connection">Where it runs.</param>
/// <param name="Sql">The statement; `@NAME` is a variable.</param>
/// <param name="After">The loads that have to have succeeded before it, by name.</param>
public sealed record FlowStatement(
    string Name, string Component, string Connection, string Sql, IReadOnlyList<string> After);

/// <summary>Rows that a variable takes (kind sql with `sets: {NAME: rows}`).</summary>
/// <param name="Name">Unique in its flow.</param>
/// <param name="Component">The path of the destination.</param>
/// <param name="Variable">The variable of the package, with its space.</param>
/// <param name="Connection">Where the query runs.</param>
/// <param name="Sql">The query.</param>
/// <param name="Columns">Name and type of each column, in its order.</param>
/// <param name="After">The loads that have to have succeeded before it.</param>
public sealed record FlowRowsValue(
    string Name, string Component, string Variable, string Connection, string Sql,
    IReadOnlyList<ExternalColumn> Columns, IReadOnlyList<string> After);

/// <summary>Which number of a load a count is.</summary>
public enum FlowFact { Read, Rejected }

/// <summary>A variable that takes a number of rows: a fact of a load, or what a query counts.</summary>
/// <param name="Component">The path of the Row Count.</param>
/// <param name="Variable">The variable of the package, with its space.</param>
public sealed record FlowRowCount(string Component, string Variable)
{
    /// <summary>The load whose fact it is; empty where a query counts.</summary>
    public string Load { get; init; } = "";

    public FlowFact Fact { get; init; }

    /// <summary>Unique in its flow, where a query counts (kind sql with `sets`); else empty.</summary>
    public string Name { get; init; } = "";

    /// <summary>The query of one row and one column, `Rows`; null of a fact.</summary>
    public FlowQuery? Query { get; init; }

    public IReadOnlyList<string> After { get; init; } = [];
}
