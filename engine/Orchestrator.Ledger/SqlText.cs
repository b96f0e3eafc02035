namespace Orchestrator.Ledger;

/// <summary>
/// The `.sql` files of one dialect: numbered ones make the schema, named ones hold one statement. All dialects have the
/// same; what only some need lies in folders of its own, `older/` and `server/`.
/// </summary>
internal sealed class SqlText
{
    private readonly string folder;

    public SqlText(string dialect)
    {
        folder = $"{dialect}/";
        Migrations = [.. Names().Where(name => char.IsAsciiDigit(name[0])).Order(StringComparer.Ordinal).Select(Of)];
    }

    public static SqlText Sqlite { get; } = new("sqlite");

    public static SqlText PostgreSql { get; } = new("postgresql");

    public static SqlText SqlServer { get; } = new("sqlserver");

    /// <summary>The numbered files, in order: 1 first, without gaps.</summary>
    public IReadOnlyList<string> Migrations { get; }

    /// <summary>The schema's version that this program knows.</summary>
    public static int Version => Sqlite.Migrations.Count;

    /// <summary>The statement of that name.</summary>
    public string Of(string name)
    {
        using var stream = typeof(SqlText).Assembly.GetManifestResourceStream($"{folder}{name}.sql")
            ?? throw new InvalidOperationException($"no statement '{name}' is embedded for {folder.TrimEnd('/')}");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    /// <summary>All names, without folder and extension; those in a folder of the dialect begin with it.</summary>
    internal IEnumerable<string> Names() => typeof(SqlText).Assembly.GetManifestResourceNames()
        .Where(name => name.StartsWith(folder, StringComparison.Ordinal))
        .Select(name => Path.ChangeExtension(name[folder.Length..], null));
}
