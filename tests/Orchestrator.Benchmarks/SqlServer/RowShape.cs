using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Tds;

namespace Orchestrator.Benchmarks.SqlServer;

/// <summary>A table of SQL Server and how many rows of it are sent.</summary>
/// <param name="Name">What it is called in the results.</param>
/// <param name="RowsMax">Rows of a full benchmark.</param>
/// <param name="Types">The types of its columns.</param>
internal sealed record RowShape(string Name, long RowsMax, IReadOnlyList<string> Types)
{
    /// <summary>The table's name on the server.</summary>
    public static TableName Table { get; } = new("dbo", "rows");

    /// <summary>A number, two texts, a price, a date.</summary>
    public static RowShape Five { get; } = new(
        "5 columns", 3_000_000, ["int", "nvarchar(40)", "decimal(9,2)", "date", "nvarchar(60)"]);

    /// <summary>All common types.</summary>
    public static RowShape Wide { get; } = new("24 columns", 600_000,
    [
        "bigint", "int", "int", "int", "int", "int", "smallint", "smallint", "decimal(18,4)", "decimal(18,4)",
        "decimal(18,4)", "float", "float", "bit", "bit", "datetime2(6)", "datetime2(6)", "date", "uniqueidentifier",
        "nvarchar(30)", "nvarchar(30)", "nvarchar(30)", "nvarchar(200)", "nvarchar(8)",
    ]);

    /// <summary>The columns of the target.</summary>
    public IReadOnlyList<RowColumn> Columns => [.. Types.Select((type, i) => new RowColumn($"c{i}", Parse(type)))];

    /// <summary>The columns as the server declares them.</summary>
    public string[] Declared => [.. Types.Select((type, i) => $"c{i} {type}")];

    /// <summary>Where a server is, without what the engine sets itself.</summary>
    public static string Address(ServerProcess server) =>
        $"Server=tcp:127.0.0.1,{server.Port};Database=Staging;User ID=loader;Password=secret;Encrypt=Optional";

    private static SqlType Parse(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);
}
