using Orchestrator.Data;
using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Biml;

/// <summary>Makes tables of the catalog of those of Biml.</summary>
/// <param name="model">What the files declare.</param>
/// <param name="databases">The connections that are databases, by their names in Biml.</param>
/// <param name="dialectOf">How names are compared on a platform.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class BimlTables(
    BimlModel model, IReadOnlyDictionary<string, PlatformFacts> databases, Func<PlatformFacts, Dialect> dialectOf,
    ForeignProblems problems)
{
    private const string Several = "MultipleColumnTableReference";
    private const string One = "TableReference";

    // What a table says that its rows and their types do not hang on.
    private static readonly string[] Passed =
    [
        "Annotations", "Columns", "Keys", "Indexes", "Attributes", "Relationships", "AttributeHierarchies", "Measures",
        "Partitions", "CustomExtensions", "Events",
    ];

    private readonly BimlColumns _columns = new(problems);
    private readonly ILookup<string?, BimlElement> _tables = ByName(model.Tables);
    private readonly ILookup<string?, BimlElement> _schemas = ByName(model.Schemas);
    private readonly ILookup<string?, BimlElement> _databases = ByName(model.Databases);
    private readonly ILookup<string?, BimlElement> _connections = ByName(model.Connections);

    /// <summary>The tables whose database is known.</summary>
    public List<KnownTable> All()
    {
        var tables = new List<KnownTable>();
        var seen = new HashSet<(string, string, string)>();
        foreach (var element in model.Tables)
        {
            if (ConnectionOf(element) is not { } connection)
            {
                continue;
            }

            var name = dialectOf(databases[connection]).Table(SchemaOf(element), element.Text("Name")!);
            var (schema, folded) = dialectOf(databases[connection]).Fold(name);
            if (seen.Add((connection, schema, folded)))
            {
                tables.Add(Table(element, ImportNames.Plain(connection), name));
            }
            else
            {
                problems.Error(ForeignCodes.Twice, element.At, $"the table {name} of '{connection}' is declared twice",
                    "remove one of the two");
            }
        }

        return tables;
    }

    private KnownTable Table(BimlElement element, string connection, TableName name)
    {
        foreach (var child in element.Children.Where(child => !Passed.Contains(child.Name)))
        {
            problems.Warn(ForeignCodes.NotUnderstood, child.At,
                $"<{ForeignProblems.Shown(child.Name)}> of the table {name} is not imported",
                "see whether rows come from it that nothing else brings");
        }

        var keys = element.Under("Keys").ToArray();
        var counted = keys.Where(key => key.Is("Identity")).SelectMany(Names).ToHashSet(StringComparer.Ordinal);
        var primary = PrimaryOf(keys);
        var columns = ColumnsOf(element, name);
        return new KnownTable
        {
            Connection = connection,
            Schema = name.Schema,
            Name = name.Name,
            Columns = [.. columns.Select(column => Column(column, counted, 0))],
            PrimaryKey = Of(columns, primary),
            UniqueKeys = [.. keys.Where(key => key.Is("UniqueKey") && Of(columns, key).Length > 0)
                .Select(key => new KnownKey(key.Text("Name") ?? $"UQ_{name.Name}_{string.Join('_', Names(key))}",
                    Of(columns, key))).OrderBy(key => key.Name, StringComparer.Ordinal)],
            ForeignKeys = [.. References(columns, name).OrderBy(key => key.Name, StringComparer.Ordinal)],
        };
    }

    private BimlElement[] ColumnsOf(BimlElement table, TableName of)
    {
        var columns = new List<BimlElement>();
        var taken = new HashSet<string>(StringComparer.Ordinal);
        foreach (var column in table.Under("Columns"))
        {
            if (column.Text("Name") is not { } name)
            {
                problems.Error(ForeignCodes.Unknown, column.At, $"a column of the table {of} has no name",
                    "give it one");
            }
            else if (!taken.Add(name))
            {
                problems.Error(ForeignCodes.Twice, column.At,
                    $"the table {of} has the column '{ForeignProblems.Shown(name)}' twice, and the first counts",
                    "remove one of the two");
            }
            else
            {
                columns.Add(column);
            }
        }

        return [.. columns];
    }

    // A reference has the type of the column that it points to, which may be a reference itself.
    private KnownColumn Column(BimlElement column, HashSet<string> counted, int depth)
    {
        if (!column.Is(One) && !column.Is(Several))
        {
            return _columns.Of(column, counted.Contains(column.Text("Name")!));
        }

        var own = new KnownColumn
        {
            Name = column.Text("Name")!,
            Nullable = column.Flag("IsNullable") ?? false,
            Default = column.Text("Default") ?? "",
        };
        return depth < BimlReader.DepthMax && Pointed(column) is { } to
            ? own with { DataType = Column(to, [], depth + 1).DataType }
            : own with { Native = Said(column) };
    }

    private string Said(BimlElement column)
    {
        problems.Error(ForeignCodes.Unknown, column.At,
            $"the column '{ForeignProblems.Shown(column.Text("Name")!)}' points to a table or column that nothing of "
            + "what was read declares", "import the file that declares it, too");
        return "reference";
    }

    private BimlElement? Pointed(BimlElement column)
    {
        var foreign = column.Text("ForeignColumnName");
        var path = column.Is(Several) && foreign is not null ? BimlModel.Before(foreign) : column.Text("TableName");
        if (path is null || TableAt(path) is not { } table)
        {
            return null;
        }

        var wanted = column.Is(Several) && foreign is not null ? BimlModel.Last(foreign)
            : KeyOf(table) is [var only] ? only : null;
        return BimlModel.Named(table.Under("Columns"), wanted);
    }

    private BimlElement? TableAt(string path)
    {
        var (name, before) = (BimlModel.Last(path), BimlModel.Before(path));
        var called = _tables[name].ToArray();
        if (called.FirstOrDefault(table => table.Text("SchemaName") == before) is { } exact)
        {
            return exact;
        }

        // A table of another schema or database is another one, whatever it is called.
        return called.Where(table => before is null || table.Text("SchemaName") is not { } schema
            || IsPart(schema, before) || IsPart(before, schema)).ToArray() is [var only] ? only : null;
    }

    // SalesLT is a part of ShopDb.SalesLT.
    private static bool IsPart(string whole, string part) => whole.EndsWith($".{part}", StringComparison.Ordinal);

    // Where no key is declared, a reference means the column that is called like it, or the first one.
    private static string[] KeyOf(BimlElement table) => PrimaryOf([.. table.Under("Keys")]) is { } key
        ? [.. Names(key)]
        : [.. table.Under("Columns").Select(column => column.Text("Name")).OfType<string>().Take(1)];

    private static BimlElement? PrimaryOf(BimlElement[] keys) => Array.Find(keys, key => key.Is("PrimaryKey"))
        ?? Array.Find(keys, key => key.Is("Identity"));

    private IEnumerable<KnownReference> References(BimlElement[] columns, TableName table)
    {
        foreach (var group in columns.Where(column => column.Is(One) || column.Is(Several)).GroupBy(GroupOf))
        {
            var first = group.First();
            var targets = group.Select(Pointed).OfType<BimlElement>().ToArray();
            var path = first.Is(Several)
                ? BimlModel.Before(first.Text("ForeignColumnName") ?? "") : first.Text("TableName");
            if (targets.Length != group.Count() || path is null || TableAt(path) is not { } to)
            {
                continue;
            }

            string[] names = [.. group.Select(column => column.Text("Name")!)];
            var other = ConnectionOf(to) is { } connection
                ? dialectOf(databases[connection]).Table(SchemaOf(to), to.Text("Name")!)
                : new TableName(table.Schema, to.Text("Name")!);
            yield return new KnownReference(
                first.Text("ForeignKeyNameOverride") ?? first.Text("MultipleColumnTableReferenceGroupName")
                    ?? $"FK_{table.Name}_{string.Join('_', names)}",
                names, other.Schema, other.Name, [.. targets.Select(target => target.Text("Name")!)]);
        }
    }

    private static string GroupOf(BimlElement column) =>
        column.Text("MultipleColumnTableReferenceGroupName") ?? $"\n{column.Text("Name")}";

    private string[] Of(BimlElement[] columns, BimlElement? key)
    {
        string[] names = key is null ? [] : [.. Names(key)];
        if (names.FirstOrDefault(name => columns.All(column => column.Text("Name") != name)) is not { } missing)
        {
            return names;
        }

        problems.Error(ForeignCodes.Unknown, key!.At,
            $"a key names the column '{ForeignProblems.Shown(missing)}', which its table does not have",
            "correct the key");
        return [];
    }

    private static IEnumerable<string> Names(BimlElement key) =>
        key.Under("Columns").Select(column => column.Text("ColumnName")).OfType<string>();

    private string? ConnectionOf(BimlElement table)
    {
        if (table.Text("ConnectionName") is null && SchemaElements(table) is { Length: > 1 } several)
        {
            problems.Error(ForeignCodes.Unknown, table.At,
                $"the schema '{ForeignProblems.Shown(table.Text("SchemaName")!)}' of the table "
                + $"'{ForeignProblems.Shown(table.Text("Name")!)}' is one of {several.Length} that are called so",
                "write it with its database: Database.Schema");
            return null;
        }

        var schema = SchemaElements(table).FirstOrDefault();
        var database = _databases[schema?.Text("DatabaseName") ?? BimlModel.Before(table.Text("SchemaName") ?? "")]
            .FirstOrDefault();
        var name = table.Text("ConnectionName") ?? schema?.Text("ConnectionName") ?? database?.Text("ConnectionName");
        if (name is not null && databases.ContainsKey(name))
        {
            return name;
        }

        // Of a connection that is not read it was said where it stands.
        if (name is null || !_connections.Contains(name))
        {
            var shown = ForeignProblems.Shown(table.Text("Name")!);
            problems.Error(ForeignCodes.Unknown, table.At,
                $"nothing that was read tells the connection of the table '{shown}'",
                "import the files with its schema, database and connection, too");
        }

        return null;
    }

    private BimlElement[] SchemaElements(BimlElement table)
    {
        if (table.Text("SchemaName") is not { } written)
        {
            return [];
        }

        var (name, database) = (BimlModel.Last(written), BimlModel.Before(written));
        BimlElement[] called = [.. _schemas[name].Where(schema =>
            database is null || schema.Text("DatabaseName") is null || schema.Text("DatabaseName") == database)];
        var exact = Array.Find(called, schema => schema.Text("DatabaseName") == database);
        return database is not null && exact is not null ? [exact] : called;
    }

    private static ILookup<string?, BimlElement> ByName(List<BimlElement> elements) =>
        elements.ToLookup(element => element.Text("Name"));

    private static string? SchemaOf(BimlElement table) =>
        table.Text("SchemaName") is { } written && written.Length > 0 ? BimlModel.Last(written) : null;
}
