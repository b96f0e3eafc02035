using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>
/// `columns: fromTarget`: in the place of a list those columns of the target that rows bring, as the catalog keeps it.
/// The catalog is text of the solution: nothing connects, and a plan changes when that text does, and only then.
/// </summary>
/// <param name="scope">What the projects share.</param>
/// <param name="reads">What the object reads; null = rows of its own.</param>
/// <param name="writes">What it writes.</param>
internal sealed class ColumnsOfTarget(BuildScope scope, ObjectSource? reads, ObjectTarget writes)
{
    private const string Key = "columns";

    /// <summary>The object with the list in the place of the word.</summary>
    /// <param name="map">The object.</param>
    /// <param name="kind">Its kind.</param>
    /// <param name="filled">Asked where it matters: names of columns that the engine fills.</param>
    public YamlMap Put(YamlMap map, PackageKind kind, Func<IEnumerable<string>> filled)
    {
        if (map.Scalar(Key) is not { } word || IsRefused(word, kind) || Find(scope, writes) is not { } table)
        {
            return map;
        }

        var engine = filled().ToHashSet(StringComparer.OrdinalIgnoreCase);
        YamlMap[] columns = [.. Columns(word, table, engine)];
        if (columns.Length == 0)
        {
            scope.Context.Bag.Error("ORC1119", word.At,
                $"the table '{table.FullName}' has no column that rows would bring ({table.At.File})",
                "list the columns that are to be loaded");
        }

        return map with
        {
            Entries = [.. map.Entries.Select(entry => entry.Key.Text == Key
                ? entry with { Value = new YamlList(word.At, word.Length, columns) } : entry)],
        };
    }

    private bool IsRefused(YamlScalar word, PackageKind kind)
    {
        var why = kind.ChangesTargetItself
            ? $"kind {kind.Word}, whose columns say more than the table does"
            : writes.Format is not null ? $"'{writes.Connection}', which is a folder of files" : null;
        if (why is not null)
        {
            scope.Context.Bag.Error("ORC1038", word.At, $"'{Key}: {word.Text}' does nothing with {why}",
                "list the columns");
        }

        return why is not null;
    }

    private IEnumerable<YamlMap> Columns(YamlScalar word, KnownTable table, HashSet<string> engine)
    {
        var source = reads is { Name: { } name }
            ? Find(scope, new ObjectTarget(reads.Connection, reads.Schema, name)) : null;
        var columns = table.Columns
            .Where(column => IsBrought(column) && !engine.Contains(column.Name))
            .Select(column => (Known: column, From: source is null ? Alone(column) : In(source, column.Name)))
            .Where(column => column.From is not null).ToList();
        var key = table.PrimaryKey.All(part => columns.Exists(column => column.Known.Name == part))
            ? table.PrimaryKey.ToList() : [];
        return columns.Select(column => Column(word, column.Known, column.From!, key.IndexOf(column.Known.Name) + 1));
    }

    // What the server fills, or has a type that nobody can move, no row brings.
    private static bool IsBrought(KnownColumn column) => column.Identity.Length == 0 && column.Computed.Length == 0
        && column.DataType is { Kind: not SqlTypeKind.RowVersion };

    // Of a source whose columns nobody knows, it is not asked for what the table fills itself.
    private static string? Alone(KnownColumn column) => column.Default.Length == 0 ? column.Name : null;

    private static string? In(KnownTable source, string name) =>
        (source.Columns.FirstOrDefault(column => column.Name == name) ?? source.Columns.FirstOrDefault(
            column => string.Equals(column.Name, name, StringComparison.OrdinalIgnoreCase)))?.Name;

    private static YamlMap Column(YamlScalar word, KnownColumn known, string from, int key)
    {
        YamlEntry Entry(string name, string text, bool isPlain = false) => new(
            new YamlScalar(word.At, word.Length, name, IsPlain: true),
            new YamlScalar(word.At, word.Length, text, isPlain));
        return new YamlMap(word.At, word.Length,
        [
            Entry("column", from),
            .. from == known.Name ? Array.Empty<YamlEntry>() : [Entry(ColumnKeys.Target.Name, known.Name)],
            Entry(ColumnKeys.DataType.Name, $"{known.DataType}"),
            .. key > 0 ? [Entry(ColumnKeys.Key.Name, $"{key}", isPlain: true)]
                : known.Nullable ? Array.Empty<YamlEntry>() : [Entry(ColumnKeys.Nullable.Name, "false", isPlain: true)],
        ]);
    }

    private static KnownTable? Find(BuildScope scope, ObjectTarget of)
    {
        if (scope.Connection(of.Connection) is not { IsFolder: false } connection)
        {
            return null;
        }

        var name = TableNames.Table(connection, of.Schema, of.Name);
        return scope.Catalog.FirstOrDefault(table => table.Connection == connection.Name
            && TableNames.Table(connection, table.Schema, table.Name) == name);
    }
}
