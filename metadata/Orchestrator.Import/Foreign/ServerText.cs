using System.Buffers;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Foreign;

/// <summary>
/// A connection string of another tool as ours has it: who is reached and how one signs in, and never a password. What
/// else stands there is left behind: it belongs to the other tool's client.
/// </summary>
internal static class ServerText
{
    private static readonly SearchValues<char> Syntax = SearchValues.Create("\"';=${}");

    private static readonly string[] Servers = ["data source", "server", "address", "addr", "network address", "host"];
    private static readonly string[] Databases = ["initial catalog", "database", "dbname"];
    private static readonly string[] Users = ["user id", "uid", "user", "username", "user name"];
    private static readonly string[] Signs = ["integrated security", "trusted_connection"];

    /// <summary>The platform that a connection string leads to; null where nothing tells one of ours.</summary>
    /// <param name="text">The connection string.</param>
    /// <param name="provider">The provider that is named beside it; empty = none is.</param>
    public static PlatformFacts? PlatformOf(string text, string provider)
    {
        var parts = Parts(text);
        var named = provider.Length > 0 ? provider
            : Value(parts, ["provider"]) ?? Value(parts, ["driver"])?.Trim('{', '}') ?? "";
        return named.Length > 0 ? PlatformTable.CalledElsewhere(named)
            : PlatformTable.MeantBy(parts.Select(part => part.Keyword.ToLowerInvariant()).ToHashSet());
    }

    /// <summary>What stands under `connectionString`.</summary>
    /// <param name="name">The connection's name, by which secrets and variables are called.</param>
    /// <param name="platform">Where it leads.</param>
    /// <param name="text">The other tool's connection string; empty = none is known.</param>
    public static string Of(string name, PlatformFacts platform, string text)
    {
        var (parts, place) = (Parts(text), Place(name));
        if (Value(parts, Servers) is not { } server || Value(parts, Databases) is not { } database
            || !IsPlain(server) || !IsPlain(database))
        {
            return $"${{env:{place}}}";
        }

        var address = $"{platform.Keywords[0]}={server};Database={database};";
        return Value(parts, Users) is { } user && IsPlain(user)
            ? $"{address}User ID={user};Password=${{secret:{place}}}"
            : Value(parts, Signs) is not null && platform.Keywords.Contains(Servers[0])
                ? $"{address}Integrated Security=True"
                : $"{address}User ID=${{env:{place}_USER}};Password=${{secret:{place}}}";
    }

    /// <summary>A name as variables and secrets have it: CRM_SRC.</summary>
    public static string Place(string name)
    {
        var place = string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) ? char.ToUpperInvariant(c) : '_'));
        return char.IsAsciiDigit(place[0]) ? $"_{place}" : place;
    }

    private static IReadOnlyList<ConnectionPart> Parts(string text) =>
        ConnectionText.TryParse(text, out var parts, out _) ? parts : [];

    private static string? Value(IReadOnlyList<ConnectionPart> parts, string[] keywords) => parts
        .Where(part => keywords.Contains(part.Keyword.ToLowerInvariant()) && part.Value.Length > 0)
        .Select(part => part.Value).FirstOrDefault();

    // An expression of a package, a variable of a script, or what would be syntax here.
    private static bool IsPlain(string value) =>
        !value.AsSpan().ContainsAny(Syntax) && !value.Contains("@[", StringComparison.Ordinal)
        && !value.Any(char.IsControl);
}
