using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

internal sealed class StoredOrderTests
{
    [TestCase("shop")]
    [TestCase("adventureworks")]
    public void What_a_stored_plan_waits_for_is_what_the_plan_said(string sample)
    {
        var solution = SolutionLoader.Load(Sample(sample)).Solution!;

        AssertSame(Compiler.Compile(solution, solution.Batches[0].Name, (_, _) => []));
    }

    [Test]
    public void Linear_containers_dependencies_and_the_order_of_projects_come_back()
    {
        var compiled = new SolutionBuilder()
            .Project("Source", [Load("a"), Load("b", "Core", "z"), Load("z", "Side")],
                [Container("Core", 10, ContainerMode.Linear), Container("Side")])
            .Project("Other", [Load("c"), Load("d", "Late")], [Container("Core"), Container("Late", 20)], dependsOn: [])
            .Project("Staging", [LoadFrom("Source", "a", "a")], dependsOn: ["Source", "Other"])
            .Compile();

        var order = Names(compiled);

        Assert.That(order["Staging"], Is.EquivalentTo(new[] { "Source", "Other" }));
        Assert.That(order["Other"], Is.Empty);
        Assert.That(order["Other:20"], Is.EqualTo(new[] { "Other:10" }));
        Assert.That(order["Source/b"], Is.EquivalentTo(new[] { "Source/z", "Source/a" }));
        Assert.That(order["Source/z"], Is.Empty);
    }

    private static void AssertSame(CompiledPlan compiled)
    {
        var plan = compiled.Plan!;
        var stored = StoredOrder.Of(PlanJson.Read(PlanJson.Write(compiled.Document!)));
        foreach (var node in plan.Nodes.Where(node => !node.IsHook))
        {
            var named = node.Constraints.Select(each => each.Node).Where(each => !plan.Nodes[each].IsHook).ToList();
            Assert.That(named, Is.SubsetOf(stored[node.Index]), node.Name);
            Assert.That(stored[node.Index].Except(named).Except(node.Reads).Except(LinearBefore(plan, node)), Is.Empty,
                node.Name);
        }
    }

    private static IEnumerable<int> LinearBefore(Plan plan, PlanNode node) =>
        node.Kind == NodeKind.Package && plan.Nodes[node.Parent].Mode == ContainerMode.Linear
            ? plan.Nodes.Where(each => each.Parent == node.Parent && each.Index < node.Index).Select(each => each.Index)
            : [];

    private static Dictionary<string, IEnumerable<string>> Names(CompiledPlan compiled)
    {
        var document = compiled.Document!;
        var stored = StoredOrder.Of(document);
        return document.Nodes.Index().ToDictionary(
            node => node.Item.Name, node => stored[node.Index].Select(each => document.Nodes[each].Name));
    }

    private static string Sample(string name)
    {
        var folder = new DirectoryInfo(TestContext.CurrentContext.TestDirectory);
        while (!File.Exists(Path.Combine(folder!.FullName, "Orchestrator.sln")))
        {
            folder = folder.Parent;
        }

        return Path.Combine(folder.FullName, "metadata", "samples", name);
    }
}
