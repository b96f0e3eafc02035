using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Cli.Serve;

/// <summary>`tokens create|list|revoke`: who may ask the service for something; from the ledger alone.</summary>
internal static class TokensVerb
{
    private const string ByDefault = "90d";
    private const string Never = "never";

    private static readonly string[] Actions = ["create", "list", "revoke"];
    private static readonly string[] Roles = ["viewer", "operator", "admin"];

    private static readonly Argument<string> Action = Verb.Required("ACTION", "create, list or revoke");

    private static readonly Argument<string?> Name =
        Verb.Optional("NAME", "Whose it is; revoke takes the token's id as well");

    private static readonly Option<string> Role =
        CommonOptions.Text("--role", "ROLE", "create: viewer, operator or admin [default: viewer]");

    private static readonly Option<string> Expires = CommonOptions.Text("--expires", "TIME",
        $"create: a time as 90d, a date as 2026-12-31, or never [default: {ByDefault}]");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        Role.CompletionSources.Add(Roles);
        return new Verb("tokens", "Make, list and revoke tokens for the service's page and API", Run)
        {
            Takes = [Action, Name, Role, Expires],
            Examples =
            [
                "tokens create ann --role operator", "tokens create monitoring --expires 365d", "tokens list",
                "tokens revoke ann",
            ],
        };
    }

    private static int Run(Call call) => (call.RequiredArgument(Action), call.Argument(Name)) switch
    {
        ("create", { } name) => Make(call, name),
        ("list", null) => List(call),
        ("revoke", { } name) => Revoke(call, name),
        ("create" or "list" or "revoke", _) => throw new UsageException(
            "expected `tokens create NAME`, `tokens list` or `tokens revoke NAME`"),
        var (other, _) => throw new UsageException($"expected create, list or revoke, got: '{other}'",
            NearName.Hint(other, Actions)),
    };

    private static int Make(Call call, string name)
    {
        RefuseBadName(name);
        RefuseOther(call, name);
        var now = call.Host.Time.GetUtcNow();
        var token = TokenText.Make();
        var record = new TokenRecord
        {
            Id = token.Id,
            Name = name,
            Role = RoleOf(call),
            Hash = token.Hash,
            // As exactly as the ledger keeps it.
            Created = now.AddTicks(-(now.Ticks % TimeSpan.TicksPerMicrosecond)),
            CreatedBy = CallAudit.Who,
            Expires = ExpiryOf(call, now),
        };
        var audit = CallAudit.Entry(call, "token create") with
        {
            Detail = $"role {TokensScreen.Of(record.Role)}, {TokensScreen.State(record, now)}",
        };
        if (!TokenWriter.Create(CallLedger.Location(call), call.Host.Time, record, audit))
        {
            throw new UsageException($"there is a token '{name}' already, which is not revoked",
                $"choose another name, or revoke that one: {NextCommands.Line(call, $"tokens revoke {name}")}");
        }

        TokensScreen.WriteMade(call, record, token, now);
        if (record.Expires is null)
        {
            call.Warn($"the token '{name}' never expires: whoever finds it may use it until somebody revokes it");
        }

        return ExitCode.Done;
    }

    private static int List(Call call)
    {
        Consent.RefuseIdle(call, "tokens list", "shows all tokens", Role, Expires);
        using var reader = CallLedger.Open(call);
        var tokens = reader?.Tokens() ?? [];
        var now = call.Host.Time.GetUtcNow();
        if (tokens.Count == 0)
        {
            call.Say("there is no token yet");
        }

        call.Write(() => TokensScreen.Document(tokens, now), () => TokensScreen.Lines(tokens, now));
        return ExitCode.Done;
    }

    private static int Revoke(Call call, string name)
    {
        Consent.RefuseIdle(call, "tokens revoke", "only revokes", Role, Expires);
        var token = Found(call, name);
        var isDone = token.Revoked is null && TokenWriter.Revoke(
            CallLedger.Location(call), call.Host.Time, token.Id, CallAudit.Entry(call, "token revoke"));
        TokensScreen.WriteRevoked(call, token, isDone);
        return ExitCode.Done;
    }

    // The newest of a name: earlier ones are revoked already.
    private static TokenRecord Found(Call call, string name)
    {
        using var reader = CallLedger.Open(call);
        var tokens = reader?.Tokens() ?? [];
        var id = name.Split('_') is [TokenText.Prefix, var whole, ..] ? whole : name;
        return tokens.FirstOrDefault(one => one.Id == id) ?? tokens.LastOrDefault(one => one.Name == name)
            ?? throw new UsageException($"there is no token '{id}'",
                NearName.Hint(id, tokens.Where(one => one.Revoked is null).Select(one => one.Name))
                    ?? $"see:  {NextCommands.Line(call, "tokens list")}");
    }

    private static TokenRole RoleOf(Call call)
    {
        var (text, from) = call.Text(Role);
        return text is null ? TokenRole.Viewer
            : Array.IndexOf(Roles, text) is var place and >= 0 ? (TokenRole)place
            : throw new UsageException($"expected {from} to be {string.Join(", ", Roles[..^1])} or {Roles[^1]}, got: "
                + $"'{text}'", NearName.Hint(text, Roles));
    }

    private static DateTimeOffset? ExpiryOf(Call call, DateTimeOffset now)
    {
        var (given, from) = call.Text(Expires);
        var text = given ?? ByDefault;
        if (text == Never)
        {
            return null;
        }

        DateTimeOffset? until = DateTimeOffset.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal, out var date) ? date : now + TimeAmount.Parse(text);
        return until is not { } known ? throw new UsageException(
                $"expected {from} to be a time like 90d, a date like 2026-12-31, or never, got: '{text}'")
            : known > now ? known
            : throw new UsageException($"expected {from} to be in the future, got: '{text}'");
    }

    private static void RefuseBadName(string name)
    {
        if (TokenText.Parse(name) is not null)
        {
            // It is not repeated, nor kept.
            throw new UsageException("NAME is a token itself", "name the person or the program that will use it");
        }

        if (!TokenRecord.IsName(name))
        {
            throw new UsageException(
                $"expected NAME to be 1 to {TokenRecord.NameMax} letters, digits, '-', '.', '_' or '@', got: '{name}'");
        }
    }

    // A token in a ledger that nobody asks would open nothing, and one that is called as another's id would be taken
    // for that.
    private static void RefuseOther(Call call, string name)
    {
        using var reader = CallLedger.Open(call);
        if (reader?.Token(name) is { } other)
        {
            throw new UsageException($"'{name}' is the id of the token '{other.Name}'", "choose another name");
        }

        if (reader is null && !File.Exists(Path.Combine(call.SolutionFolder, "solution.yaml")))
        {
            throw new UsageException($"there is neither a solution.yaml nor a ledger in {call.SolutionFolder}",
                "run it where solution.yaml lies, or name the folder with -C");
        }
    }
}
