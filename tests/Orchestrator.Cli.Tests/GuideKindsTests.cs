using Orchestrator.Cli.Guide;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Tests;

/// <summary>The tables of the guide name the kinds of package that there are.</summary>
internal sealed class GuideKindsTests
{
    [Test]
    public void The_keys_of_an_object_name_each_kind_that_may_be_written()
    {
        var standard = KindTable.Default.Word;
        var words = KindTable.Written.Select(word => word == standard ? $"{word} (default)" : word);

        Assert.That(GuidePages.Topic("metadata"), Does.Contain($"| `kind` | {Listed(words)} |"));
    }

    [Test]
    public void The_conditions_of_a_selection_name_each_kind_that_a_plan_has() => Assert.That(
        GuidePages.Topic("selection"), Does.Contain($"is of that kind: {Listed(KindTable.Planned)} |"));

    private static string Listed(IEnumerable<string> words)
    {
        var all = words.ToArray();
        return $"{string.Join(", ", all[..^1])} or {all[^1]}";
    }
}
