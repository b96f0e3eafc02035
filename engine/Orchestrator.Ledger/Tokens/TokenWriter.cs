using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger.Tokens;

/// <summary>
/// Makes and revokes tokens, in the ledger alone: a service finds them there. Each is one commit with its entry in the
/// audit log.
/// </summary>
public static class TokenWriter
{
    /// <summary>How exactly it is known when a token was last used: not each use is a write.</summary>
    public static readonly TimeSpan UseRounding = TimeSpan.FromMinutes(15);

    /// <summary>Adds a token; false = another one that is not revoked has its name, and nothing is recorded.</summary>
    /// <exception cref="LedgerException">The ledger cannot be opened or written; so also what follows.</exception>
    public static bool Create(LedgerLocation location, TimeProvider time, TokenRecord token, AuditEntry audit) =>
        SingleCommit.Do(location, time, fence: null, statements => Created(statements, token, audit));

    /// <summary>Revokes a token for good; false = it was already, or is none, and nothing is recorded.</summary>
    public static bool Revoke(LedgerLocation location, TimeProvider time, string id, AuditEntry audit) =>
        SingleCommit.Do(location, time, fence: null, statements => Revoked(statements, id, audit));

    /// <summary>Adds the first token; false = there is one that is not revoked, and nothing is recorded.</summary>
    public static bool First(LedgerLocation location, TimeProvider time, TokenRecord token, AuditEntry audit) =>
        SingleCommit.Do(location, time, fence: null, statements =>
            TokenStatements.All(statements).All(one => one.StateAt(audit.At) == TokenState.Revoked)
            && Created(statements, token, audit));

    /// <summary>Notes that a token was used, where that is not known already as exactly as it is kept.</summary>
    public static void NoteUse(LedgerLocation location, TimeProvider time, TokenRecord token, DateTimeOffset now)
    {
        var rounded = Instant.At(Instant.Of(now) / Instant.Of(UseRounding) * Instant.Of(UseRounding));
        if (!(token.LastUsed >= rounded))
        {
            SingleCommit.Do(location, time, fence: null, statements =>
            {
                statements["update_token_used"].Bind(token.Id).Bind(Instant.Of(rounded)).Run();
                return true;
            });
        }
    }

    private static bool Created(StatementCache statements, TokenRecord token, AuditEntry audit) =>
        TokenStatements.Insert(statements, token) && Audited(statements, token.Id, token.Name, audit);

    private static bool Revoked(StatementCache statements, string id, AuditEntry audit) =>
        TokenStatements.Find(statements, id) is { } known
        && TokenStatements.Revoke(statements, id, audit.Who, audit.At)
        && Audited(statements, id, known.Name, audit);

    private static bool Audited(StatementCache statements, string id, string name, AuditEntry audit)
    {
        AuditWriter.Insert(statements, [audit with { Object = $"{name} ({id})" }]);
        return true;
    }
}
