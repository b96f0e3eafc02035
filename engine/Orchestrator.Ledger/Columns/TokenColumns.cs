namespace Orchestrator.Ledger.Columns;

/// <summary>A token.</summary>
internal static class TokenColumns
{
    public static readonly ColumnList All = new("token");
    public static readonly RecordColumn TokenId = All.Next("token_id");
    public static readonly RecordColumn Name = All.Next("name");
    public static readonly RecordColumn Role = All.Next("role");
    public static readonly RecordColumn Hash = All.Next("hash");
    public static readonly RecordColumn CreatedAt = All.Next("created_at");
    public static readonly RecordColumn CreatedBy = All.Next("created_by");
    public static readonly RecordColumn ExpiresAt = All.Next("expires_at");
    public static readonly RecordColumn RevokedAt = All.Next("revoked_at");
    public static readonly RecordColumn RevokedBy = All.Next("revoked_by");
    public static readonly RecordColumn LastUsedAt = All.Next("last_used_at");
}
