using Orchestrator.Core;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>Which relaxed databases a plan names, and which packages write and read them.</summary>
internal sealed class RelaxedTests
{
    private static readonly DelayedDurability ByRun = new() { Mode = DurabilityMode.Forced, Flush = FlushWhen.Run };

    [Test]
    public void A_package_names_the_relaxed_database_that_it_writes_and_those_that_it_only_reads()
    {
        var plan = Nights(ByRun with { Flush = FlushWhen.Every, Every = TimeSpan.FromSeconds(30) }).Plan();

        Assert.That(plan.Relaxed,
            Is.EqualTo(new[] { new RelaxedDatabase("Staging", FlushWhen.Every, TimeSpan.FromSeconds(30)) }));
        Assert.That(Placed(plan), Is.EqualTo(new[]
        {
            ("Staging/customer", 0, ""), ("Staging/within", 0, ""), ("Staging/tidy", 0, ""), ("Staging/look", -1, ""),
            ("Target/client", -1, "0"), ("Target/other", -1, ""),
        }));
    }

    [Test]
    public void Hooks_write_the_database_they_run_on()
    {
        var hook = new Hook
        {
            Name = "h",
            When = HookTime.After,
            Sql = new SqlText("select 1", null, default),
            Connection = "Staging",
        };
        var solution = Nights(ByRun);
        solution.Batch = solution.Batch with { Hooks = [hook] };

        var placed = solution.Plan().Nodes.Single(node => node.IsHook);

        Assert.That((placed.Relaxed, placed.ReadsRelaxed), Is.EqualTo((0, Array.Empty<int>())));
    }

    [Test]
    public void A_database_that_no_package_writes_or_that_is_off_is_not_named()
    {
        var off = Nights(ByRun with { Mode = DurabilityMode.Off }).Plan();
        var readOnly = new SolutionBuilder { Connections = { Relaxed("Archive", ByRun) } }
            .Project("Target", [LoadFrom("Archive", "a", "b")]).Plan();

        Assert.That((off.Relaxed.Count, readOnly.Relaxed.Count), Is.EqualTo((0, 0)));
        Assert.That(off.Nodes.Concat(readOnly.Nodes).Select(node => (node.Relaxed, node.ReadsRelaxed.Count)),
            Is.All.EqualTo((-1, 0)));
    }

    [Test]
    public void Each_word_is_in_the_hash_of_the_plan_and_none_is_where_nobody_writes_one()
    {
        DelayedDurability[] all =
        [
            new(), ByRun, ByRun with { Flush = FlushWhen.Package }, ByRun with { Connection = "Admin" },
            ByRun with { Flush = FlushWhen.Every, Every = TimeSpan.FromSeconds(1) },
            ByRun with { Flush = FlushWhen.Every, Every = TimeSpan.FromSeconds(2) },
            ByRun with { Scope = DurabilityScope.Database },
        ];

        var hashes = all.Select(one => Nights(one).Compile().Document!.Hash).ToArray();
        var words = Nights(new()).Compile().Document!.Connections.SelectMany(one => one.Properties)
            .Where(one => one.Key.StartsWith("delayedDurability", StringComparison.Ordinal));

        Assert.That(hashes, Is.Unique);
        Assert.That(words.Select(word => word.IsDefault), Is.Not.Empty.And.All.True);
    }

    [Test]
    public void Diff_says_which_words_differ_and_that_no_row_does()
    {
        var diff = PlanDiff.Compare(Nights(new()).Compile().Document!, Nights(ByRun).Compile().Document!);

        var entry = diff.Changed.Single();
        Assert.That((entry.What, entry.Name, entry.Effects), Is.EqualTo(("connection", "Staging", ChangeEffects.None)));
        Assert.That(entry.Properties.Select(one => $"{one.Key}: {one.Old} -> {one.New}"), Is.EquivalentTo(new[]
        {
            "delayedDurability.mode:  -> forced", "delayedDurability.flush:  -> run",
        }));
    }

    private static SolutionBuilder Nights(DelayedDurability durability) =>
        new SolutionBuilder { Connections = { Relaxed("Staging", durability) } }
            .Project("Staging",
            [
                Load("customer"), LoadFrom("Staging", "customer", "within"),
                Load("tidy") with { Kind = "sql", Source = null },
                Load("look") with { Kind = "check", Source = null },
            ])
            .Project("Target", [LoadFrom("Staging", "customer", "client"), Load("other")]);

    private static Connection Relaxed(string name, DelayedDurability durability) => new()
    {
        Name = name,
        Platform = Platform.PostgreSql,
        Reloadable = true,
        Durability = durability,
    };

    private static IEnumerable<(string, int, string)> Placed(Plan plan) =>
        plan.Nodes.Where(node => node.Kind == NodeKind.Package)
            .Select(node => (node.Name, node.Relaxed, string.Join(' ', node.ReadsRelaxed)));
}
