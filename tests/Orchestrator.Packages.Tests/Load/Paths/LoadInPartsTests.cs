using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Paths;

/// <summary>
/// Where the transaction that makes and fills a load table would be in others' way, a load does so in transactions of
/// their own, and publishes in a short one.
/// </summary>
internal sealed class LoadInPartsTests
{
    private const string Again = "count t|commit";
    private const string Begin = "begin|claim";

    private Rig _rig = null!;
    private RecordedPlatform _platform = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _rig.Write("t.csv", "Id,Name\n1,Ann\n2,Bo\n");
        _platform = new RecordedPlatform(
            SqlitePlatform.Instance, new PlatformAbilities { IsFile = true, UndoesDefinitions = true });
        _rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : _platform;
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void An_exchange_stands_in_a_transaction_of_its_own()
    {
        _rig.Run(Load());
        _platform.Log.Clear();

        var result = _rig.Run(Load());

        Assert.That(result.Error, Is.Null);
        Assert.That(Said(), Is.EqualTo($"open|{Begin}|create load table of t|commit|{Begin}|write load table|commit|"
            + $"{Begin}|exchange t|{Again}"));
        Assert.That(_rig.Query("SELECT Id, Name FROM t"), Is.EqualTo((string[])["1|Ann", "2|Bo"]));
    }

    [Test]
    public void Delete_and_insert_stand_in_a_transaction_of_their_own_and_the_load_table_goes_after_it()
    {
        _rig.Run(Load());
        _platform.Log.Clear();

        var result = _rig.Run(Load() with { Load = new LoadOptions { Swap = Rig.Written(Swap.Transaction) } });

        Assert.That(result.Error, Is.Null);
        Assert.That(Said(), Is.EqualTo(
            $"open|{Begin}|create load table of t|commit|{Begin}|write load table|commit|{Begin}|empty t|copy|"
            + $"{Again}|{Begin}|drop load table|commit"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["2"]));
        Assert.That(LoadTables(), Is.Empty);
    }

    [Test]
    public void Rows_that_are_appended_in_one_transaction_are_counted_in_it()
    {
        _rig.Run(Load());
        _platform.Log.Clear();

        var result = _rig.Run(Load() with { Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) } });

        Assert.That(result.Error, Is.Null);
        Assert.That(Said(), Is.EqualTo($"open|{Begin}|claim|commit|{Begin}|count t|write t|{Again}"),
            "the marker is waited for and read before it is written over");
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["4"]));
    }

    [Test]
    public void A_failed_load_leaves_the_old_rows_no_load_table_and_its_rejected_rows()
    {
        _rig.Run(Load());
        _rig.Write("t.csv", "Id,Name\n1,Ann\nx,Bo\n");

        var result = _rig.Run(Load());

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3004"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["2"]));
        Assert.That(_rig.Query("SELECT Value FROM err_t"), Is.EqualTo((string[])["x"]));
        Assert.That(LoadTables(), Is.Empty);
    }

    [Test]
    public void A_load_table_that_cannot_be_removed_fails_nothing_and_is_swept_by_the_next_attempt()
    {
        _rig.Run(Load());
        var transaction = Load() with { Load = new LoadOptions { Swap = Rig.Written(Swap.Transaction) } };
        _platform.Before = entry => ThrowAt(entry, "drop load table");

        var result = _rig.Run(transaction);

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(LoadTables(), Has.Count.EqualTo(1));
        _platform.Before = _ => { };
        _rig.Run(transaction);
        Assert.That(LoadTables(), Is.Empty);
    }

    [Test]
    public void A_table_that_others_changed_meanwhile_is_looked_at_again_before_it_is_published()
    {
        _rig.Run(Load());
        var begun = 0;
        _platform.Before = entry =>
        {
            if (entry == "begin" && ++begun == 3)
            {
                _rig.Execute("ALTER TABLE t ADD COLUMN Extra TEXT");
            }
        };

        var result = _rig.Run(Load());

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3401"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["2"]));
    }

    [Test]
    public void Rejected_rows_are_kept_over_a_new_connection_where_the_failure_cost_the_old_one()
    {
        _rig.Write("t.csv", "Id,Name\n1,Ann\nx,Bo\n");
        var isGone = false;
        _platform.Before = entry =>
        {
            if (entry == "exchange t" && !isGone)
            {
                isGone = true;
                throw new EndOfStreamException("gone");
            }
        };

        var result = _rig.Run(Load() with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(_platform.Log.Count(entry => entry == "open"), Is.EqualTo(2));
        Assert.That(_rig.Query("SELECT Value FROM err_t"), Is.EqualTo((string[])["x"]));
    }

    private static ObjectDefinition Load() =>
        Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)"));

    private static void ThrowAt(string entry, string place)
    {
        if (entry == place)
        {
            throw new IOException("no");
        }
    }

    private string Said() => string.Join('|', _platform.Log.Select(entry => entry switch
    {
        "SELECT count(*) FROM \"t\"" => "count t",
        "DELETE FROM \"t\"" => "empty t",
        _ when entry.StartsWith("INSERT INTO \"t\"", StringComparison.Ordinal) => "copy",
        _ => entry.StartsWith("UPDATE \"orchestrator_markers\"", StringComparison.Ordinal) ? "claim" : entry,
    }));

    private IReadOnlyList<string> LoadTables() =>
        _rig.Query("SELECT name FROM sqlite_master WHERE name GLOB 'orchestrator_load_[0-9]*'");
}
