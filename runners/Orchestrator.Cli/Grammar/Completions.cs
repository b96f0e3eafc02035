using System.CommandLine;
using System.CommandLine.Completions;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Grammar;

/// <summary>Arguments whose values the shell can complete from the metadata at hand.</summary>
internal static class Completions
{
    public static Argument<string?> Batch(string description = "Batch [default: the only one, or `default: true`]")
    {
        var argument = Verb.Optional("BATCH", description);
        argument.CompletionSources.Add(Batches);
        return argument;
    }

    /// <summary>The batches of the solution.</summary>
    public static IEnumerable<string> Batches(CompletionContext context) =>
        Names(context, solution => solution.Batches.Select(each => each.Name));

    /// <summary>A batch, or a trigger of one: BATCH/TRIGGER.</summary>
    public static IEnumerable<string> Triggers(CompletionContext context) => Names(context, solution =>
        solution.Batches.SelectMany(batch => batch.Triggers.Select(trigger => $"{batch.Name}/{trigger.Name}")
            .Prepend(batch.Name)));

    /// <summary>A package, container, project or batch.</summary>
    public static IEnumerable<string> Nodes(CompletionContext context) => Names(context, solution =>
        solution.Projects.SelectMany(project => project.Objects.Select(each => $"{project.Name}/{each.Name}")
            .Concat(project.Containers.Select(each => $"{project.Name}/{each.Name}")).Append(project.Name)));

    /// <summary>The connections of the solution.</summary>
    public static IEnumerable<string> Connections(CompletionContext context) =>
        Names(context, solution => solution.Connections.Select(each => each.Name));

    /// <summary>The files in the folder of environments.</summary>
    public static IReadOnlyList<string> Environments(CompletionContext context) =>
        Environments(context.ParseResult.GetValue(CommonOptions.Solution) ?? ".");

    /// <summary>The same of one solution, by its folder.</summary>
    public static IReadOnlyList<string> Environments(string solution)
    {
        try
        {
            return Directory.EnumerateFiles(Path.Combine(Path.GetFullPath(solution), "environments"), "*.yaml")
                .Select(file => Path.GetFileNameWithoutExtension(file)).Order(StringComparer.Ordinal).ToArray();
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return [];
        }
    }

    private static IEnumerable<string> Names(CompletionContext context, Func<Solution, IEnumerable<string>> names)
    {
        try
        {
            var folder = context.ParseResult.GetValue(CommonOptions.Solution) ?? ".";
            return SolutionLoader.Load(Path.GetFullPath(folder)).Solution is { } solution ? [.. names(solution)] : [];
        }
        catch (Exception refused) when (refused is IOException or ArgumentException or NotSupportedException)
        {
            return [];
        }
    }
}
