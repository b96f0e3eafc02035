using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import;

/// <summary>What a table becomes: the object's name, and the table in the target.</summary>
/// <param name="Object">Name of the object and of its file.</param>
/// <param name="Schema">Schema in the target; null = the platform's default.</param>
/// <param name="Table">Name in the target.</param>
internal sealed record ImportName(string Object, string? Schema, string Table)
{
    /// <summary>
    /// Names for tables, no two of which a file system or the target takes for one: `customer` from the default schema,
    /// `crm_customer` from another, with a number where that is taken. A table that an object reads already keeps the
    /// name of the object, whatever tables have come since.
    /// </summary>
    /// <param name="tables">All tables of the database in their order, so that no choice among them changes a name.
    /// </param>
    /// <param name="source">Dialect of their database.</param>
    /// <param name="target">Dialect of the target.</param>
    /// <param name="readers">The objects that read a table already.</param>
    public static Dictionary<TableName, ImportName> Of(
        IReadOnlyList<CatalogTable> tables, Dialect source, Dialect target,
        ILookup<TableName, ObjectDefinition> readers)
    {
        var home = source.Table(null, "x").Schema;
        var objects = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var targets = new HashSet<(string, string)>();
        var names = new Dictionary<TableName, ImportName>();
        foreach (var table in tables.Select(table => table.Name).OrderBy(table => !readers[table].Any()))
        {
            var name = readers[table].Any() ? Kept(readers[table], table, home)
                : Enumerable.Range(1, int.MaxValue - 1).Select(number => Numbered(table, home, number))
                    .First(free => !objects.Contains(free.Object) && !targets.Contains(InTarget(free)));
            objects.Add(name.Object);
            targets.Add(InTarget(name));
            names[table] = name;
        }

        return names;

        (string, string) InTarget(ImportName name) => target.Fold(target.Table(name.Schema, name.Table));
    }

    private static ImportName Numbered(TableName table, string? home, int number)
    {
        var schema = table.Schema == home ? null : table.Schema;
        var end = number == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $"_{number}");
        var plain = ImportNames.Plain(schema is null ? table.Name : $"{schema}_{table.Name}");
        return new ImportName(plain + end, schema, table.Name + end);
    }

    // Of several objects the one that an import has made; else what somebody called it, and where that goes.
    private static ImportName Kept(IEnumerable<ObjectDefinition> readers, TableName table, string? home)
    {
        var names = readers.Select(NameOf).ToArray();
        var plain = Numbered(table, home, 1);
        return names.Contains(plain.Object) ? plain
            : names.Select(name => NumberOf(name, plain.Object)).Where(number => number > 1)
                .Select(number => Numbered(table, home, number)).FirstOrDefault(made => names.Contains(made.Object))
            ?? new ImportName(names[0], readers.First().Target.Schema, readers.First().Target.Name);
    }

    private static int NumberOf(string name, string plain) => name.StartsWith(plain + "_", StringComparison.Ordinal)
        && int.TryParse(name.AsSpan(plain.Length + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : 0;

    private static string NameOf(ObjectDefinition definition) => definition.Instance?.Object ?? definition.Name;
}
