using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Tests.Grammar;

internal sealed class OwnBugTests
{
    [TestCase("text")]
    [TestCase("json")]
    public void A_run_that_a_mistake_of_ours_spoiled_says_where_the_details_are(string format)
    {
        using var solution = new SmallSolution();
        using var error = new StringWriter { NewLine = "\n" };
        var parse = VerbTable.Root.Parse(["run", "-o", format]);
        var host = new Host
        {
            Out = TextWriter.Null,
            Error = error,
            Folder = solution.Folder,
            Variables = new Dictionary<string, string>(),
        };
        var call = new Call(host, parse, (Verb)parse.CommandResult.Command);
        var request = RunVerb.Request(call, CallSolution.Batch(call, null)!, new StopRequests()) with
        {
            Kinds = Kinds.All.ToDictionary(kind => kind.Key, kind => (IPackageKind)new Throwing(kind.Key)),
        };

        var code = RunVerb.Carry(call, request);

        var log = Path.Combine(solution.Folder, ".orchestrator", "runs", "1", "run.log");
        Assert.That(code, Is.EqualTo(5));
        Assert.That($"{error}", Does.EndWith(
            $"a mistake of its own: the details are in {log}; please report them\n").And.Not.Contain("   at "));
        Assert.That(File.ReadAllText(log), Does.Contain("planted").And.Contain("   at "));
    }

    private sealed class Throwing(string name) : IPackageKind
    {
        public string Name => name;

        public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) => [];

        public PackageResult Run(PackageContext context) => throw new InvalidOperationException("planted");

        public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) => [];
    }
}
