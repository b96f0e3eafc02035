using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>What became of each executable and component of a package: each exactly once.</summary>
internal static class Dispositions
{
    /// <summary>All of a package, in the order of its file.</summary>
    /// <exception cref="InvalidOperationException">One is missing or stands there twice, which is a mistake of ours.
    /// </exception>
    public static IReadOnlyList<Disposition> Of(PackagePlan plan)
    {
        if (plan.Broken is { } reason)
        {
            return
            [
                .. ModelWalk.Of(plan.Package.Root).Skip(1).SelectMany(each => (each.DataFlow?.Components ?? [])
                        .Select(component => component.Path).Prepend(each.Path))
                    .Select(path => new Disposition(path, DispositionKind.Open, plan.Projects.Name, reason)),
            ];
        }

        var steps = plan.All().Where(each => each.Executable.Kind != ExecutableKind.Package)
            .DistinctBy(each => each.Path).ToDictionary(each => each.Path, StringComparer.Ordinal);
        var found = new List<Disposition>();
        var executables = ModelWalk.Of(plan.Package.Root).Skip(1).ToArray();
        foreach (var executable in executables)
        {
            found.Add(steps.TryGetValue(executable.Path, out var step) ? Of(step)
                : new Disposition(executable.Path, DispositionKind.Dropped, "its handler is disabled", null));
            found.AddRange(Components(executable, step));
        }

        var asked = executables.Select(each => each.Path).Concat(executables
            .SelectMany(each => each.DataFlow?.Components ?? []).Select(each => each.Path));
        if (!asked.Order(StringComparer.Ordinal).SequenceEqual(
            found.Select(each => each.Path).Order(StringComparer.Ordinal)))
        {
            var odd = asked.Except(found.Select(each => each.Path))
                .Concat(found.GroupBy(each => each.Path).Where(each => each.Count() > 1).Select(each => each.Key))
                .FirstOrDefault();
            throw new InvalidOperationException(
                $"the census of {plan.Package.File} does not add up: '{odd}' is missing, or stands there twice");
        }

        return found;
    }

    private static Disposition Of(Step step)
    {
        var kind = step.Executable.IsContainer;
        var open = step.Result?.Objects.SelectMany(each => each.Open)
            .OrderBy(each => each.Path != step.Path).FirstOrDefault();
        if (open is not null)
        {
            return new(step.Path, DispositionKind.Open, step.Result!.Objects[0].FullName, open.Reason);
        }

        return step switch
        {
            { Called: { } called } => new(step.Path, DispositionKind.Mapped, called.Projects.Name, null),
            { Loop: not null, IsEmpty: true } =>
                new(step.Path, DispositionKind.Dropped, "nothing is left in it", null),
            { Loop: { } loop } => new(step.Path, DispositionKind.Mapped, $"{loop.Project.Name}/{loop.Name}", null),
            { Result.Folded: { } into } => new(step.Path, DispositionKind.Folded, into.FullName, null),
            { Result.Dropped: { } why } => new(step.Path, DispositionKind.Dropped, why, null),
            { Result.Objects: [var first, ..] } => new(step.Path, DispositionKind.Mapped, first.FullName, null),
            _ when kind && step.IsDisabled => new(step.Path, DispositionKind.Dropped, "it is disabled", null),
            _ when kind && step.IsEmpty => new(step.Path, DispositionKind.Dropped, "nothing is left in it", null),
            _ when kind => new(step.Path, DispositionKind.Mapped,
                step.Objects().FirstOrDefault()?.Container?.Name ?? "the order of its tasks", null),
            _ => new(step.Path, DispositionKind.Dropped, "it does nothing", null),
        };
    }

    private static IEnumerable<Disposition> Components(SsisExecutable executable, Step? step)
    {
        var known = (step?.Result?.Components ?? []).DistinctBy(each => each.Path)
            .ToDictionary(each => each.Path, StringComparer.Ordinal);
        return (executable.DataFlow?.Components ?? []).Select(each => known.GetValueOrDefault(each.Path)
            ?? new Disposition(each.Path, DispositionKind.Dropped, "its flow does nothing", null));
    }
}
