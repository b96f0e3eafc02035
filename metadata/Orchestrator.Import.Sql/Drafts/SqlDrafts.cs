using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Drafts;

/// <summary>All that was read, by names as the platform compares them.</summary>
/// <param name="dialect">How it compares them.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class SqlDrafts(Dialect dialect, SqlProblems problems)
{
    private readonly Dictionary<(string, string), TableDraft> _tables = [];
    private readonly Dictionary<(string, string), ViewDraft> _views = [];
    private readonly Dictionary<(string, string), TypeDraft> _types = [];
    private readonly Dictionary<(string, string), TableName> _synonyms = [];
    private readonly Dictionary<(string, string), WrittenType> _functions = [];
    private readonly HashSet<(string, string)> _histories = [];
    private readonly HashSet<(string, string)> _leftOut = [];
    private readonly List<ChangeDraft> _changes = [];
    private readonly Dictionary<string, Origin> _databases = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>How names are compared.</summary>
    public Dialect Dialect { get; } = dialect;

    /// <summary>Tables but those that keep what rows were.</summary>
    public IEnumerable<TableDraft> Tables =>
        _tables.Where(pair => !_histories.Contains(pair.Key)).Select(pair => pair.Value);

    public IEnumerable<ViewDraft> Views => _views.Select(pair => pair.Value);

    /// <summary>The collation that a script gives the database; empty = none does.</summary>
    public string Collation { get; set; } = "";

    /// <summary>The name that a script writes, with the platform's default schema where it writes none.</summary>
    public TableName Named(string? schema, string name) => Dialect.Table(schema, name);

    public TableDraft? Table(TableName name) => _tables.GetValueOrDefault(Dialect.Fold(name));

    public ViewDraft? View(TableName name) => _views.GetValueOrDefault(Dialect.Fold(name));

    public TypeDraft? Type(TableName name) => _types.GetValueOrDefault(Dialect.Fold(name));

    /// <summary>What a function returns; null where nothing makes it.</summary>
    public WrittenType? Function(TableName name) => _functions.GetValueOrDefault(Dialect.Fold(name));

    /// <summary>What a synonym stands for, which is no synonym itself; the name itself where it is none.</summary>
    public TableName Meant(TableName name) => _synonyms.GetValueOrDefault(Dialect.Fold(name)) ?? name;

    public void Add(TableDraft table)
    {
        if (_tables.GetValueOrDefault(Dialect.Fold(table.Name)) is { } first)
        {
            SayTwice("table", table.Name, first.At, table.At, first.Text == table.Text);
        }
        else
        {
            _tables.Add(Dialect.Fold(table.Name), table);
        }
    }

    /// <summary>Takes a table back that the same file has made.</summary>
    public void Drop(TableName name, string file)
    {
        if (Table(name) is { } table && table.At.File == file)
        {
            _tables.Remove(Dialect.Fold(name));
            _changes.RemoveAll(change => Dialect.Fold(change.Table) == Dialect.Fold(name) && change.At.File == file);
        }
    }

    /// <summary>Takes a view back that the same file has made.</summary>
    public void DropView(TableName name, string file)
    {
        if (View(name) is { } view && view.At.File == file)
        {
            _views.Remove(Dialect.Fold(name));
            _changes.RemoveAll(change => Dialect.Fold(change.Table) == Dialect.Fold(name) && change.At.File == file);
        }
    }

    /// <summary>Adds a view.</summary>
    /// <param name="view">The view.</param>
    /// <param name="isAltered">Whether it takes the place of one that is there.</param>
    public void Add(ViewDraft view, bool isAltered)
    {
        var first = View(view.Name);
        if (first is null || isAltered)
        {
            _views[Dialect.Fold(view.Name)] = view;
        }
        else
        {
            SayTwice("view", view.Name, first.At, view.At, first.Text == view.Text);
        }
    }

    public void Add(TypeDraft type)
    {
        if (Type(type.Name) is not { } first)
        {
            _types.Add(Dialect.Fold(type.Name), type);
        }
        else if (first.At != type.At)
        {
            var isSame = $"{first.Base}" == $"{type.Base}" && first.Nullable == type.Nullable;
            SayTwice("type", type.Name, first.At, type.At, isSame);
        }
    }

    public void AddSynonym(TableName name, TableName of) => _synonyms[Dialect.Fold(name)] = of;

    public void AddFunction(TableName name, WrittenType returns) => _functions[Dialect.Fold(name)] = returns;

    public void AddHistory(TableName name) => _histories.Add(Dialect.Fold(name));

    /// <summary>Takes note of a table that is left out, which was said: what changes it changes nothing.</summary>
    public void AddLeftOut(TableName name) => _leftOut.Add(Dialect.Fold(name));

    public void Add(ChangeDraft change) => _changes.Add(change);

    /// <summary>Takes note of the database that a table is made in.</summary>
    public void AddDatabase(string name, Origin at) => _databases.TryAdd(name, at);

    /// <summary>Makes the changes; what they change is known by now.</summary>
    public void MakeChanges()
    {
        foreach (var change in _changes)
        {
            if (Table(change.Table) is { } table)
            {
                change.Make(table);
            }
            else if (!change.MayBeMissing && !_leftOut.Contains(Dialect.Fold(change.Table))
                && (!change.MayBeView || View(change.Table) is null))
            {
                problems.Error(SqlCodes.UnknownTable, change.At,
                    $"nothing that was read makes the table {change.Table}", "import the script that makes it, too");
            }
        }

        if (_databases.Count > 1)
        {
            var (second, at) = _databases.OrderBy(pair => pair.Value.File, StringComparer.Ordinal)
                .ThenBy(pair => pair.Value.Line).Last();
            problems.Error(SqlCodes.Databases, at,
                $"tables are made in {_databases.Count} databases: {string.Join(", ", _databases.Keys)}",
                $"a connection leads to one of them: move what '{second}' has into files of its own, and name each "
                + "for its connection");
        }
    }

    private void SayTwice(string what, TableName name, Origin first, Origin again, bool isSame)
    {
        if (!isSame)
        {
            problems.Error(SqlCodes.Twice, again, $"the {what} {name} is made here and at {first}, which counts",
                "import one of the two");
        }
    }
}
