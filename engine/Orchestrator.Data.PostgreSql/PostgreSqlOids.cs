namespace Orchestrator.Data.PostgreSql;

/// <summary>The numbers of the types whose binary form this driver knows; they are the same on every server.</summary>
internal static class PostgreSqlOids
{
    public const uint Bool = 16;
    public const uint Bytea = 17;
    public const uint Name = 19;
    public const uint Int8 = 20;
    public const uint Int2 = 21;
    public const uint Int4 = 23;
    public const uint Text = 25;
    public const uint Json = 114;
    public const uint Xml = 142;
    public const uint Float4 = 700;
    public const uint Float8 = 701;
    public const uint Money = 790;
    public const uint BpChar = 1042;
    public const uint VarChar = 1043;
    public const uint Date = 1082;
    public const uint Time = 1083;
    public const uint Timestamp = 1114;
    public const uint TimestampTz = 1184;
    public const uint Numeric = 1700;
    public const uint Uuid = 2950;
    public const uint Jsonb = 3802;

    /// <summary>From there on types are not the server's own.</summary>
    public const uint FirstOfOthers = 16384;
}
