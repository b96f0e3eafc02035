using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Loads into tables of a server that its crash empties.</summary>
internal sealed class CrashWarningTests
{
    private const string Told = "ORC3521 a crash of the server empties 'public.t', whatever is flushed: ";

    private PostgreSqlRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PostgreSqlRig();
        _rig.Rig.Write("t.csv", "Id\n1\n2\n");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.TruncateInsert, Swap.Auto)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Shadow)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace)]
    public void A_load_says_what_a_crash_would_do_and_what_to_do(LoadPattern pattern, Swap swap)
    {
        _rig.Execute("create unlogged table t (\"Id\" integer)");

        var result = _rig.Rig.Run(Anew(pattern, swap));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(result.Warnings, Is.EqualTo(new[]
        {
            Told + "it is UNLOGGED. `ALTER TABLE public.t SET LOGGED`, or keep it as it is if the source is loaded "
                + "anew each night",
        }));
        Assert.That(CrashWarning.Is(result.Warnings[0]), Is.True);
    }

    [Test]
    public void A_load_that_only_adds_says_that_it_brings_nothing_back()
    {
        _rig.Execute("create unlogged table t (\"Id\" integer)");

        var result = _rig.Rig.Run(Anew(LoadPattern.Append));

        Assert.That(result.Warnings, Has.One.EqualTo(Told
            + "it is UNLOGGED. `ALTER TABLE public.t SET LOGGED`: this load does not bring back what was there before "
            + "it"));
    }

    [Test]
    public void A_partition_that_is_emptied_is_named()
    {
        _rig.Execute("create table t (\"Id\" integer) partition by list (\"Id\"); "
            + "create unlogged table t_one partition of t for values in (1); "
            + "create table t_rest partition of t default");

        var result = _rig.Rig.Run(Anew(LoadPattern.TruncateInsert));

        Assert.That(result.Warnings, Has.One.StartsWith(Told + "its partition public.t_one is UNLOGGED"));
    }

    [Test]
    public void A_table_that_lasts_or_is_made_anew_to_last_is_no_warning()
    {
        var made = _rig.Rig.Run(Anew(LoadPattern.TruncateInsert));
        var kept = _rig.Rig.Run(Anew(LoadPattern.TruncateInsert));
        _rig.Execute("alter table t set unlogged");
        var replaced = _rig.Rig.Run(Anew(LoadPattern.DropAndReload));

        Assert.That(made.Warnings.Concat(kept.Warnings).Concat(replaced.Warnings), Is.Empty);
        Assert.That(_rig.Query("select relpersistence from pg_class where relname = 't'"), Is.EqualTo(new[] { "p" }));
    }

    private static ObjectDefinition Anew(LoadPattern pattern, Swap swap = Swap.Auto) =>
        PostgreSqlRig.Load("t", Rig.Column("Id", "int")) with
        {
            Load = new LoadOptions
            {
                Pattern = Rig.Written(pattern),
                Swap = Rig.Written(swap),
            },
        };
}
