namespace Orchestrator.Data.PostgreSql;

/// <content>How wide tables and statements may be.</content>
public sealed partial class PostgreSqlDialect
{
    public override int ColumnsMax => 1600;

    public override int ResultColumnsMax => 1664;

    /// <summary>It refuses 32,767, and plans ever longer.</summary>
    public override int JoinedColumns => 8192;

    /// <summary>By its guess of costs the server would compile each of a thousand expressions, for minutes.</summary>
    public override string WideWork => "SELECT set_config('jit', 'off', true)";

    /// <summary>A row stands on one page.</summary>
    public override int RowBytesMax => 8160;
}
