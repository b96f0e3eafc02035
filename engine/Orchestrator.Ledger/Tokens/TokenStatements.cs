using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Tokens;

/// <summary>Reads and writes tokens, inside the transaction of the caller.</summary>
internal static class TokenStatements
{
    /// <summary>Adds one; false = another one that is not revoked has its name.</summary>
    public static bool Insert(StatementCache statements, TokenRecord token) => LedgerRows.All(
        statements["insert_token"].Bind(token.Id).Bind(token.Name).Bind(EnumWords<TokenRole>.Of(token.Role))
            .Bind(token.Hash).Bind(Instant.Of(token.Created)).Bind(token.CreatedBy)
            .Bind(Instant.OfOrNull(token.Expires)),
        row => row.Text(0)).Count > 0;

    /// <summary>Revokes one; false = it was already, or is none.</summary>
    public static bool Revoke(StatementCache statements, string id, string who, DateTimeOffset now) => LedgerRows.All(
        statements["update_token_revoked"].Bind(id).Bind(Instant.Of(now)).Bind(who), row => row.Text(0)).Count > 0;

    public static TokenRecord? Find(StatementCache statements, string id) =>
        LedgerRows.Single(statements["select_token"].Bind(id), Row);

    public static List<TokenRecord> All(StatementCache statements) => LedgerRows.All(statements["select_tokens"], Row);

    public static TokenRecord Row(Statement row) => new()
    {
        Id = row.Text(TokenColumns.TokenId),
        Name = row.Text(TokenColumns.Name),
        Role = EnumWords<TokenRole>.Parse(row.Text(TokenColumns.Role)),
        Hash = row.Text(TokenColumns.Hash),
        Created = Instant.At(row.Number(TokenColumns.CreatedAt)),
        CreatedBy = row.Text(TokenColumns.CreatedBy),
        Expires = Instant.AtOrNull(row.NumberOrNull(TokenColumns.ExpiresAt)),
        Revoked = Instant.AtOrNull(row.NumberOrNull(TokenColumns.RevokedAt)),
        RevokedBy = row.Text(TokenColumns.RevokedBy),
        LastUsed = Instant.AtOrNull(row.NumberOrNull(TokenColumns.LastUsedAt)),
    };
}
