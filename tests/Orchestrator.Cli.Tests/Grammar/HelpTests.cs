using System.Text.Json;
using Orchestrator.Cli.Guide;

namespace Orchestrator.Cli.Tests.Grammar;

internal sealed class HelpTests
{
    private static IEnumerable<string> AllVerbs() => VerbTable.Root.Subcommands
        .Where(verb => !verb.Hidden).Select(verb => verb.Name).Order();

    [TestCaseSource(nameof(AllVerbs))]
    [Category("Approved")]
    public void Help_of_a_verb_is_as_approved_and_within_80_columns(string verb)
    {
        var called = Called.With("/", verb, "--help");

        Assert.That(called.ExitCode, Is.Zero);
        Assert.That(called.Out.Split('\n').Max(line => line.Length), Is.LessThanOrEqualTo(80));
        Approved.Check($"help-{verb}", called.Out);
    }

    [Test]
    [Category("Approved")]
    public void Help_without_a_verb_lists_every_verb_once()
    {
        var called = Called.With("/", "--help");

        Assert.That(AllVerbs(), Is.EquivalentTo(VerbTable.Groups.SelectMany(group => group.Verbs)));
        Assert.That(called.Out.Split('\n').Max(line => line.Length), Is.LessThanOrEqualTo(80));
        Approved.Check("help", called.Out);
    }

    [Test]
    public void No_argument_at_all_shows_the_help()
    {
        Assert.That(Called.With("/").Out, Is.EqualTo(Called.With("/", "-h").Out));
    }

    [Test]
    public void Each_verb_has_its_line_in_the_guide()
    {
        var lines = GuidePages.Topic("command-line").Split('\n').Where(line => line.StartsWith("| `")).ToArray();

        Assert.That(
            VerbTable.Groups.SelectMany(group => group.Verbs)
                .Where(verb => !lines.Any(line => line.Contains($"`{verb}`") || line.Contains($"`{verb} "))),
            Is.Empty);
    }

    [Test]
    public void Each_page_of_the_guide_can_be_shown()
    {
        Assert.That(GuidePages.Topics, Is.SupersetOf(new[]
        {
            "quick-start", "install", "words", "metadata", "command-line", "selection", "exit-codes",
            "artifacts", "secrets",
        }));
        Assert.That(GuidePages.Topics.Select(topic => Called.With("/", "help", topic).ExitCode), Has.All.Zero);
    }

    [Test]
    public void A_verb_with_a_page_of_its_name_is_shown_with_both()
    {
        var usage = Called.With("/", "alerts", "--help").Out;
        var page = GuidePages.Topic("alerts");

        var text = Called.With("/", "help", "alerts").Out;
        var json = JsonDocument.Parse(Called.With("/", "help", "alerts", "-o", "json").Out).RootElement;
        var bare = JsonDocument.Parse(Called.With("/", "help", "status", "-o", "json").Out).RootElement;

        Assert.That(text, Is.EqualTo($"{usage}\n{page}"));
        Assert.That(json.GetProperty("usage").GetString(), Is.EqualTo(usage.TrimEnd('\n')));
        Assert.That(json.GetProperty("text").GetString(), Is.EqualTo(page));
        Assert.That(bare.TryGetProperty("text", out _), Is.False);
    }

    [Test]
    public void Each_code_is_explained_and_its_page_names_it()
    {
        Assert.That(GuidePages.Codes, Is.Not.Empty);
        Assert.That(GuidePages.Codes.Where(code =>
            !Called.With("/", "explain", code).Out.StartsWith($"# {code}:", StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void Who_asks_for_a_code_as_a_page_gets_what_explains_it() =>
        Assert.That(Called.With("/", "help", "orc5101").Out, Is.EqualTo(Called.With("/", "explain", "ORC5101").Out));

    [Test]
    public void Completion_offers_verbs_and_options()
    {
        var verbs = Called.With("/", "[suggest:15]", "orchestrator va");
        var options = Called.With("/", "[suggest:24]", "orchestrator run --fail-");

        Assert.That(verbs.Out, Does.Contain("validate"));
        Assert.That(options.Out.Trim(), Is.EqualTo("--fail-fast"));
    }

    [TestCase("bash")]
    [TestCase("zsh")]
    [TestCase("fish")]
    [TestCase("pwsh")]
    [Category("Approved")]
    public void Completion_scripts_are_as_approved(string shell) =>
        Approved.Check($"completion-{shell}", Called.With("/", "completion", shell).Out);
}
