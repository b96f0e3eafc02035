namespace Orchestrator.Data.PostgreSql;

/// <content>How rows of load tables are numbered and found.</content>
public sealed partial class PostgreSqlDialect
{
    public override RowColumn RowNumber => base.RowNumber with
    {
        Native = new NativeType(PostgreSqlPlatform.PlatformName, "bigint GENERATED ALWAYS AS IDENTITY"),
    };

    /// <summary>Without a look at its rows, which no index finds.</summary>
    public override string LastNumberGiven(TableName load) =>
        $"SELECT currval(pg_get_serial_sequence({Literal(Quote(load))}, {Literal(RowNumber.Name)}))";

    /// <summary>A name of its own for each load table: in a schema names of indexes must differ. Of a table that was
    /// not analyzed the planner takes each part for a two hundredth, and reads the whole target for a single row.
    /// </summary>
    public override IReadOnlyList<string> IndexRowNumber(TableName load) =>
    [
        $"CREATE INDEX ON {Quote(load)} ({Quote(RowNumber.Name)})",
        $"ANALYZE {Quote(load)} ({Quote(RowNumber.Name)})",
    ];
}
