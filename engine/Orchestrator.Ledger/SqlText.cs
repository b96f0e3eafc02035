namespace Orchestrator.Ledger;

/// <summary>The `.sql` files of this assembly: numbered ones make the schema, named ones hold one statement.</summary>
internal static class SqlText
{
    private const string Folder = "sqlite/";

    /// <summary>The statement of that name.</summary>
    public static string Of(string name)
    {
        using var stream = typeof(SqlText).Assembly.GetManifestResourceStream($"{Folder}{name}.sql")
            ?? throw new InvalidOperationException($"no statement '{name}' is embedded");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    /// <summary>The numbered files, in order: 1 first, without gaps.</summary>
    public static IReadOnlyList<string> Migrations { get; } = [.. Names()
        .Where(name => char.IsAsciiDigit(name[0]))
        .Order(StringComparer.Ordinal)
        .Select(Of)];

    /// <summary>All names, without folder and extension.</summary>
    internal static IEnumerable<string> Names() => typeof(SqlText).Assembly.GetManifestResourceNames()
        .Where(name => name.StartsWith(Folder, StringComparison.Ordinal))
        .Select(name => Path.GetFileNameWithoutExtension(name[Folder.Length..]));
}
