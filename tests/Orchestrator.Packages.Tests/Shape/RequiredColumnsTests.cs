using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Shape;

/// <summary>Columns of a table that the engine does not make: whether they take NULL the table says, where the metadata
/// do not say that they take none.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class RequiredColumnsTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Execute($"CREATE TABLE {_rig.Table} (id integer NOT NULL, n integer)");
    }

    [TearDown]
    public void Remove() => _rig?.Dispose();

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    public void Rows_with_their_values_are_loaded_and_one_with_NULL_is_refused_by_the_guard(LoadPattern pattern)
    {
        var load = Load(new LoadOptions { Pattern = Rig.Written(pattern) });

        var good = _rig.Run(load, "id,n", "1,", "2,3");
        var bad = _rig.Run(load, "id,n", "4,5", ",6");

        Assert.That(good.Error?.Message, Is.Null);
        Assert.That(bad.Error?.Code, Is.EqualTo("ORC3005"), bad.Error?.Message);
        Assert.That(bad.Error?.Message, Does.Contain("column id"));
        Assert.That(Held(), Is.EqualTo("1 2"));
    }

    [Test]
    public void Where_rows_are_redirected_it_is_that_row_alone()
    {
        var load = Load(new LoadOptions()) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        };

        var result = _rig.Run(load, "id,n", "1,2", ",3");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(Held(), Is.EqualTo("1"));
    }

    [TestCase(true, null)]
    [TestCase(false, Drift.Fail)]
    public void A_table_of_the_engines_own_and_one_whose_changes_somebody_wants_to_hear_of_are_refused(
        bool isMade, Drift? drift)
    {
        var load = Load(new LoadOptions { Drift = Rig.Written(drift) });

        var result = _rig.Run(load with { Target = _rig.Target with { Create = isMade } }, "id,n", "1,2");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3401"));
        Assert.That(result.Error?.Message, Does.Contain("column 'id' takes no NULL there"));
    }

    private ObjectDefinition Load(LoadOptions options) =>
        _rig.Load(options, Rig.Column("id", "int"), Rig.Column("n", "int")) with
        {
            Target = _rig.Target with { Create = false },
        };

    private string Held() => string.Join(' ', _rig.Query($"SELECT id FROM {_rig.Table} ORDER BY id"));
}
