using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>What every test of the suite has: it is inherited once for each platform.</summary>
[TestFixtureSource(typeof(Place), nameof(Place.Databases))]
internal abstract class PlaceTests(PlaceKind kind)
{
    private Place? _place;
    private Loading? _loading;

    /// <summary>The place.</summary>
    protected Place Place => _place!;

    /// <summary>Loads files into it.</summary>
    protected Loading Loading => _loading!;

    [OneTimeSetUp]
    public void MakePlace()
    {
        _place = Place.Make(kind);
        _loading = new Loading(null, _place);
    }

    [OneTimeTearDown]
    public void RemovePlace()
    {
        _loading?.Dispose();
        _place?.Dispose();
    }

    /// <summary>Leaves out what the scripted server has no answer to; a live server has.</summary>
    protected void NotOnTheWire(string what)
    {
        if (kind == PlaceKind.Wire)
        {
            Assert.Ignore($"the scripted server does not {what}; a live one is asked");
        }
    }

    /// <summary>Leaves out what is refused where no exchange of tables can publish.</summary>
    protected void OnlyWhereTablesAreExchanged()
    {
        if (!Place.Platform.Abilities.UndoesDefinitions)
        {
            Assert.Ignore("each change of a table is committed at once here, so that it is refused (ORC1325)");
        }
    }

    /// <summary>A load of a file with two columns, Id (the key) and Name nvarchar(10).</summary>
    protected ObjectDefinition People(
        TableName target, LoadPattern pattern = LoadPattern.TruncateInsert, Policy onError = Policy.Fail,
        bool isFast = true)
    {
        var load = Loading.Load(
            "people.csv", target, Conformance.Loading.Column("Id", "int", key: 1),
            Conformance.Loading.Column("Name", "nvarchar(10)"));
        return load with
        {
            Load = new LoadOptions
            {
                Pattern = Conformance.Loading.Written(pattern),
                FastLoad = Conformance.Loading.Written(isFast),
            },
            Errors = load.Errors with { OnError = Conformance.Loading.Written(onError) },
        };
    }

    /// <summary>Runs a load over lines of the form `id,name`.</summary>
    protected PackageResult Run(ObjectDefinition load, params IEnumerable<string> lines)
    {
        Loading.Write("people.csv", "Id,Name\n" + string.Concat(lines.Select(line => line + "\n")));
        return Loading.Run(load);
    }

    /// <summary>The rows of such a table as `id=name`, by id.</summary>
    protected string Stored(TableName table) => string.Join(
        ' ', Place.Stored(table, ["Id", "Name"]).Select(row => $"{row[0]}={row[1] ?? "∅"}"));

    /// <summary>The reasons and row numbers of the rejected rows, by row.</summary>
    protected string Rejected(TableName table) => string.Join(
        ' ', Place.Rejected(table, ["RowNumber", "Reason", "RowKey"])
            .Select(row => $"{row[0]}:{row[1]}:{row[2]}"));
}
