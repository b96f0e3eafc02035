using Orchestrator.Data;

namespace Orchestrator.Cli.Import;

/// <summary>What a table becomes: the object's name, and the table in the target.</summary>
/// <param name="Object">Name of the object and of its file.</param>
/// <param name="Schema">Schema in the target; null = the platform's default.</param>
/// <param name="Table">Name in the target.</param>
internal sealed record ImportName(string Object, string? Schema, string Table)
{
    /// <summary>
    /// Names for tables in their order, no two of which a file system or the target takes for one: `customer` from the
    /// default schema, `crm_customer` from another, with a number where that is taken.
    /// </summary>
    public static Dictionary<TableName, ImportName> Of(
        IReadOnlyList<CatalogTable> tables, Dialect source, Dialect target)
    {
        var home = source.Table(null, "x").Schema;
        var objects = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var targets = new HashSet<string>(StringComparer.Ordinal);
        var names = new Dictionary<TableName, ImportName>();
        foreach (var table in tables.Select(table => table.Name))
        {
            var schema = table.Schema == home ? null : table.Schema;
            var plain = ImportNames.Plain(schema is null ? table.Name : $"{schema}_{table.Name}");
            for (var number = 1; !names.ContainsKey(table); number++)
            {
                var end = number == 1 ? "" : $"_{number}";
                var folded = target.Fold(target.Table(schema, table.Name + end).ToString());
                if (!objects.Contains(plain + end) && !targets.Contains(folded))
                {
                    objects.Add(plain + end);
                    targets.Add(folded);
                    names[table] = new ImportName(plain + end, schema, table.Name + end);
                }
            }
        }

        return names;
    }
}

/// <summary>Names that can be a file's and be selected by.</summary>
internal static class ImportNames
{
    private const int NameMax = 100;

    /// <summary>Letters, digits, `_` and `-`; what is none becomes `_`.</summary>
    public static string Plain(string name) => string.Concat(name.Take(NameMax).Select(c => IsPlain(c) ? c : '_'));

    /// <summary>Whether a name is one already.</summary>
    public static bool IsPlain(string name) => name.Length <= NameMax && name.All(IsPlain);

    private static bool IsPlain(char c) => char.IsAsciiLetterOrDigit(c) || c is '_' or '-'
        || (char.IsLetter(c) && !char.IsSurrogate(c));
}
