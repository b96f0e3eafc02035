using Orchestrator.Core;
using Orchestrator.Data.Evidence;
using Orchestrator.Ledger;

namespace Orchestrator.Report;

/// <summary>
/// Lets every text of the facts pass the gate, once and before anything is made of them, so that no component can
/// forget it. Markup is encoded by the components themselves.
/// </summary>
internal static class GatedFacts
{
    public static RunFacts Of(RunFacts facts, ReportOptions options)
    {
        var line = options.Line;
        return facts with
        {
            Run = Of(facts.Run, line),
            Options = [.. facts.Options.Select(option =>
                new RunOption(line(option.Name), line(option.Value), line(option.From)))],
            Nodes = [.. facts.Nodes.Select(node => Of(node, line))],
            Attempts = [.. facts.Attempts.Select(attempt => Of(attempt, line))],
            Transitions = [.. facts.Transitions.Select(each => Of(each, line))],
            Errors = [.. facts.Errors.Select(error => error with { Error = Of(error.Error, line, options.Block) })],
            Scopes = [.. facts.Scopes.Select(scope => Of(scope, line))],
            Databases = [.. facts.Databases.Select(database => Of(database, line))],
            Warnings = [.. facts.Warnings.Select(warning => warning with { Text = options.Block(warning.Text) })],
        };
    }

    /// <summary>Values from outside, as each other text.</summary>
    public static RejectedValue Of(RejectedValue value, Func<string, string> line) => value with
    {
        File = line(value.File),
        Column = line(value.Column),
        Reason = line(value.Reason),
        Key = line(value.Key),
        Value = line(value.Value),
    };

    public static RunRecord Of(RunRecord run, Func<string, string> line) => run with
    {
        Solution = line(run.Solution),
        Batch = line(run.Batch),
        Environment = line(run.Environment),
        PlanHash = line(run.PlanHash),
        GitCommit = line(run.GitCommit),
        Version = line(run.Version),
        Origin = run.Origin with { Host = line(run.Origin.Host), User = line(run.Origin.User) },
    };

    // Copied only where the gate changes something: there can be ten thousand of them.
    public static NodeRecord Of(NodeRecord node, Func<string, string> line)
    {
        var (name, kind, why, what) = (
            line(node.Name), line(node.PackageKind), line(node.Why), line(node.ReasonObject));
        return name == node.Name && kind == node.PackageKind && why == node.Why && what == node.ReasonObject
            ? node
            : node with { Name = name, PackageKind = kind, Why = why, ReasonObject = what };
    }

    public static AttemptRecord Of(AttemptRecord attempt, Func<string, string> line)
    {
        var (thread, path) = (line(attempt.Thread), line(attempt.Work.LoadPath));
        return thread == attempt.Thread && path == attempt.Work.LoadPath
            ? attempt : attempt with { Thread = thread, Work = attempt.Work with { LoadPath = path } };
    }

    public static TransitionRecord Of(TransitionRecord each, Func<string, string> line)
    {
        var (why, who) = (line(each.Why), line(each.Who));
        return why == each.Why && who == each.Who ? each : each with { Why = why, Who = who };
    }

    public static ScopeRecord Of(ScopeRecord scope, Func<string, string> line) => scope with
    {
        Connection = line(scope.Connection),
        Platform = line(scope.Platform),
        Server = line(scope.Server),
        Database = line(scope.Database),
        Kind = line(scope.Kind),
        Found = line(scope.Found),
        Set = line(scope.Set),
        Owner = line(scope.Owner),
        Why = line(scope.Why),
    };

    private static DatabaseEvidence Of(DatabaseEvidence database, Func<string, string> line) => database with
    {
        Connection = line(database.Connection),
        Platform = line(database.Platform),
        Missing = [.. database.Missing.Select(line)],
        Waits = [.. database.Waits.Select(wait => wait with { Name = line(wait.Name) })],
    };

    public static PackageError Of(PackageError error, Func<string, string> line, Func<string, string> block) =>
        error with
        {
            Code = line(error.Code),
            Phase = line(error.Phase),
            Message = block(error.Message),
            Connection = line(error.Connection),
            Script = line(error.Script),
            ServerCode = line(error.ServerCode),
        };
}
