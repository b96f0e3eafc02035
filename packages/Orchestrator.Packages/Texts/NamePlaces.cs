using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Texts;

/// <summary>A name of a value in SQL.</summary>
/// <param name="Place">Where it begins.</param>
/// <param name="Length">How long it is.</param>
/// <param name="Variable">The variable whose value it is.</param>
/// <param name="IsName">Whether a name of its own stands there: among code, and nothing sticks to it.</param>
internal sealed record NamePlace(int Place, int Length, string Variable, bool IsName);

/// <summary>
/// Where `${name:X}` stands in SQL, as the platform cuts it. What stands in a comment, in a literal or in quotes is
/// none: a quoted name within quotes would end them. Nor is any behind what only some versions of a server run.
/// </summary>
internal static class NamePlaces
{
    // What may stand right before and behind a quoted name and becomes no part of it.
    private const string Apart = ".,()=<>;+";

    /// <summary>All of them, in their order.</summary>
    public static IEnumerable<NamePlace> Of(Dialect dialect, string sql)
    {
        var code = 0;
        foreach (var (place, length, variable) in NameTexts.PlacesIn(sql))
        {
            while (code < place)
            {
                var token = Math.Max(dialect.TokenLength(sql, code), dialect.UnsureLength(sql, code));
                code += Math.Clamp(token, 1, sql.Length - code);
            }

            var end = place + length;
            var isName = code == place && (place == 0 || IsApart(sql[place - 1]))
                && (end == sql.Length || IsApart(sql[end]));
            code = code == place ? end : code;
            yield return new NamePlace(place, length, variable, isName);
        }
    }

    private static bool IsApart(char one) => char.IsWhiteSpace(one) || Apart.Contains(one, StringComparison.Ordinal);
}
