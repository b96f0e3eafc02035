using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Metadata.Tests.Compile;

internal sealed class SampleTests
{
    [TestCase("shop", 120)]
    [TestCase("adventureworks", 183)]
    public void A_sample_compiles_without_a_word(string name, int packages)
    {
        var solution = Load(name);

        var compiled = Compiler.Compile(solution, solution.Batches[0].Name, (_, _) => []);

        Assert.That(compiled.Diagnostics, Is.Empty);
        Assert.That(compiled.Plan!.Nodes.Count(node => node.Kind == NodeKind.Package), Is.EqualTo(packages));
        Assert.That(compiled.Plan.Nodes.Count(node => node.Reads.Count > 0), Is.GreaterThanOrEqualTo(packages * 2 / 3));
    }

    [Test]
    public void What_is_found_shows_the_line_it_was_found_in()
    {
        var solution = Load("shop");
        var at = new Origin("batches/Nightly.yaml", 2, 1);

        var compiled = Compiler.Compile(solution, "Nightly", (definition, _) =>
            definition is { Name: "customer", Project: "Source" }
                ? [new Diagnostic("ORC1999", Severity.Warning, at, "x")] : []);

        Assert.That(compiled.Diagnostics.Single().SourceLine, Is.EqualTo("batch: Nightly"));
    }

    [Test]
    public void What_the_batch_says_of_retries_reaches_its_packages()
    {
        var plan = Compiler.Compile(Load("shop"), "Nightly", (_, _) => []).Plan!;

        var retries = plan.Nodes.Where(node => node.Kind == NodeKind.Package).Select(node => node.Retry.Count);

        Assert.That(retries, Is.All.EqualTo(2));
    }

    private static Model.Solution Load(string name)
    {
        var folder = new DirectoryInfo(TestContext.CurrentContext.TestDirectory);
        while (!File.Exists(Path.Combine(folder!.FullName, "Orchestrator.sln")))
        {
            folder = folder.Parent;
        }

        var loaded = SolutionLoader.Load(Path.Combine(folder.FullName, "metadata", "samples", name));
        Assert.That(loaded.Diagnostics.Where(found => found.Severity == Severity.Error), Is.Empty);
        return loaded.Solution!;
    }
}
