using Orchestrator.Lab.Calibrate.Concurrency;

namespace Orchestrator.Runner.Tests.Calibrate;

internal sealed class ProcessorTests
{
    [TestCase("0-3\n", 4)]
    [TestCase("0", 1)]
    [TestCase("0-1,4,6-7", 5)]
    [TestCase("", null)]
    [TestCase("all", null)]
    public void Lists_of_processors_are_counted(string text, int? count) =>
        Assert.That(ProcessorText.Listed(text), Is.EqualTo(count));

    [TestCase("max 100000\n", null)]
    [TestCase("150000 100000\n", 1.5)]
    [TestCase("nonsense", null)]
    public void What_a_container_gets_is_its_quota_over_its_period(string text, double? quota) =>
        Assert.That(ProcessorText.Quota(text), Is.EqualTo(quota));

    [Test]
    public void Older_systems_say_minus_one_for_as_much_as_there_is()
    {
        Assert.That(ProcessorText.Quota("-1\n", "100000\n"), Is.Null);
        Assert.That(ProcessorText.Quota("200000\n", "100000\n"), Is.EqualTo(2));
    }

    [Test]
    public void The_group_is_found_in_both_kinds_of_lists()
    {
        Assert.That(ProcessorText.Group("0::/work/night\n"), Is.EqualTo(("/work/night", true)));
        Assert.That(ProcessorText.Group("12:pids:/a\n4:cpu,cpuacct:/b\n0::/c\n"), Is.EqualTo(("/b", false)));
        Assert.That(ProcessorText.Group(""), Is.Null);
    }

    [Test]
    public void The_affinity_stands_among_much_else() =>
        Assert.That(ProcessorText.Affinity("Name:\torchestrator\nCpus_allowed:\tf\nCpus_allowed_list:\t0-1\n"),
            Is.EqualTo(2));

    [Test]
    public void Nothing_is_said_where_all_agree() => Assert.That(
        new ProcessorFacts { Runtime = 4, Machine = 4, Affinity = 4 }.Warnings, Is.Empty);

    [Test]
    public void A_variable_that_says_more_than_there_is_warns() => Assert.That(
        new ProcessorFacts { Runtime = 16, Variable = 16, Machine = 4, Affinity = 4 }.Warnings, Is.EqualTo((string[])
        [
            "DOTNET_PROCESSOR_COUNT says 16, and this process may use 4: maxConcurrency -1 is 18 by it; unset the "
                + "variable, or write what is meant",
        ]));

    [Test]
    public void A_container_smaller_than_its_machine_warns_and_so_does_half_a_processor() => Assert.That(
        new ProcessorFacts { Runtime = 2, Machine = 16, Affinity = 16, Quota = 1.5 }.Warnings, Is.EqualTo((string[])
        [
            "the container gets 1.5 processors, and -1 counts 2: what is over is taken away in pauses",
            "the machine has 16 processors, and this process may use 1.5, as its container gets the time of 1.5; a "
                + "database beside it may have more, so that more packages than -1 may be right",
        ]));

    [Test]
    public void A_runtime_that_counts_otherwise_warns() => Assert.That(
        new ProcessorFacts { Runtime = 8, Machine = 8, Affinity = 2 }.Warnings, Has.Some.StartsWith(
            "the runtime counts 8 processors, and this process may use 2"));

    [Test]
    public void This_machine_can_be_looked_at() =>
        Assert.That(ProcessorProbe.Now(_ => null).Runtime, Is.EqualTo(Environment.ProcessorCount));
}
