using System.Collections.Concurrent;

namespace Orchestrator.Ledger;

/// <summary>
/// The statements of `sql/SUBJECT.sql`. Behind a blank line a head begins each: `-- name: what it is for`, and then
/// one text for all dialects, with tokens (<see cref="SqlTokens"/>). Where dialects differ by necessity, one more text
/// is for those that its head names, with the reason: `-- name [sqlserver]: why`. It is written in their words, but for
/// the markers of values.
/// </summary>
internal static class SqlStatements
{
    private const string Head = "\n\n-- ";

    private static readonly int Dialects = Enum.GetValues<SqlDialect>().Length;
    private static readonly char[] BetweenNames = [' ', ',', '[', ']'];
    private static readonly Lazy<Dictionary<string, Written?[]>> Known = new(Read);

    // Each is made once: a process asks for it again with each connection.
    private static readonly ConcurrentDictionary<(string Name, SqlDialect Dialect), string> Rendered = new();

    /// <summary>The names of all statements that a dialect has.</summary>
    public static IEnumerable<string> Names(SqlDialect dialect) =>
        Known.Value.Where(known => known.Value[(int)dialect] is not null).Select(known => known.Key);

    /// <summary>The statement of that name in a dialect; null = it has none.</summary>
    public static string? Find(string name, SqlDialect dialect) =>
        Known.Value.TryGetValue(name, out var written) && written[(int)dialect] is { } one
            ? Rendered.GetOrAdd((name, dialect), _ => SqlTokens.Render(one.Text, dialect, one.IsOwn))
            : null;

    private static Dictionary<string, Written?[]> Read()
    {
        var assembly = typeof(SqlStatements).Assembly;
        var known = new Dictionary<string, Written?[]>(StringComparer.Ordinal);
        foreach (var subject in assembly.GetManifestResourceNames().Where(name => !name.Contains('/')))
        {
            using var stream = assembly.GetManifestResourceStream(subject)!;
            using var reader = new StreamReader(stream);
            foreach (var part in reader.ReadToEnd().Split(Head).Skip(1))
            {
                Add(known, part);
            }
        }

        return known;
    }

    private static void Add(Dictionary<string, Written?[]> known, string part)
    {
        var head = part[..part.IndexOf(':')].Split(BetweenNames, StringSplitOptions.RemoveEmptyEntries);
        if (!known.TryGetValue(head[0], out var written))
        {
            known[head[0]] = written = new Written?[Dialects];
        }

        var text = Behind(part);
        foreach (var dialect in head[1..])
        {
            written[(int)Enum.Parse<SqlDialect>(dialect, ignoreCase: true)] = new Written(text, IsOwn: true);
        }

        for (var i = 0; head.Length == 1 && i < written.Length; i++)
        {
            written[i] ??= new Written(text, IsOwn: false);
        }
    }

    // The sentence of a head may go over several lines.
    private static string Behind(string part)
    {
        do
        {
            part = part[(part.IndexOf('\n') + 1)..];
        }
        while (part.StartsWith("--", StringComparison.Ordinal));

        return part.TrimEnd();
    }

    private sealed record Written(string Text, bool IsOwn);
}
