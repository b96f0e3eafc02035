using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Cli.Serve;

/// <summary>Tokens, without their secrets but where one was just made.</summary>
internal static class TokensScreen
{
    public static string Of(TokenRole role) => role.ToString().ToLowerInvariant();

    /// <summary>Whether it may be used, and until when or since when not.</summary>
    public static string State(TokenRecord token, DateTimeOffset now) => token.StateAt(now) switch
    {
        TokenState.Revoked => $"revoked {Words.Moment(token.Revoked!.Value)} by {token.RevokedBy}",
        TokenState.Expired => $"expired {Words.Moment(token.Expires!.Value)}",
        _ => token.Expires is { } until ? $"valid until {Words.Moment(until)}" : "valid for ever",
    };

    public static IEnumerable<Line> Lines(IReadOnlyList<TokenRecord> tokens, DateTimeOffset now) => tokens.Count == 0
        ? []
        : Table.Lines(["name", "id", "role", "state", "last used", "made", "by"],
            tokens.Select(one => new[]
            {
                one.Name, one.Id, Of(one.Role), State(one, now),
                one.LastUsed is { } used ? Words.Moment(used) : "never", Words.Moment(one.Created), one.CreatedBy,
            }), (row, column) => column == 3 && tokens[row].StateAt(now) != TokenState.Valid ? Ink.Warn : Ink.Plain);

    public static object Document(IReadOnlyList<TokenRecord> tokens, DateTimeOffset now) => new
    {
        schema_version = Json.SchemaVersion,
        tokens = tokens.Select(one => Document(one, now)),
    };

    /// <summary>Writes a token that was made: itself alone on stdout, so that a script can take it.</summary>
    public static void WriteMade(Call call, TokenRecord token, TokenText text, DateTimeOffset now)
    {
        call.Host.Out.WriteLine(call.IsJson
            ? Json.Document(new
            {
                schema_version = Json.SchemaVersion,
                secret = text.Reveal(),
                token = Document(token, now),
            })
            : text.Reveal());
        call.Say($"the token of '{token.Name}' ({token.Id}), role {Of(token.Role)}, {State(token, now)}");
        call.Say("it is shown this once: the ledger keeps a hash of it");
    }

    public static void WriteRevoked(Call call, TokenRecord token, bool isDone)
    {
        call.Write(
            () => new
            {
                schema_version = Json.SchemaVersion,
                is_done = isDone,
                id = token.Id,
                name = token.Name,
            },
            () => [isDone
                ? $"revoked the token of '{token.Name}' ({token.Id}), role {Of(token.Role)}: it is refused from now on"
                : $"the token of '{token.Name}' ({token.Id}) was revoked before: nothing was changed"]);
    }

    private static object Document(TokenRecord one, DateTimeOffset now) => new
    {
        id = one.Id,
        name = one.Name,
        role = Of(one.Role),
        state = one.StateAt(now).ToString().ToLowerInvariant(),
        created_at = one.Created,
        created_by = one.CreatedBy,
        expires_at = one.Expires,
        revoked_at = one.Revoked,
        revoked_by = one.RevokedBy.Length == 0 ? null : one.RevokedBy,
        last_used_at = one.LastUsed,
    };
}
