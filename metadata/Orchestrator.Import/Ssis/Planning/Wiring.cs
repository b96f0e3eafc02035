using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>The order of the objects of a package: what its constraints say, container by container.</summary>
internal sealed class Wiring(PackagePlan plan)
{
    private const string OneOfSeveral =
        "one of several is enough, and one of them is more than one object here";

    private readonly Dictionary<Step, IReadOnlyList<DependencyDraft>> _around = [];
    private readonly HashSet<Step> _asked = [];
    private int _groups;
    private bool _isOfFailure;

    /// <summary>Orders all objects behind what the package itself waits for.</summary>
    public void Wire(IReadOnlyList<DependencyDraft> before)
    {
        // Groups of the caller, of which one is enough, are no groups of what it calls.
        _groups = before.Select(each => each.AnyOf).Append(0).Max();
        plan.Try(() =>
        {
            Container(plan.Root, before);
            foreach (var handler in plan.Handlers)
            {
                Handler(handler);
            }
        });
        if (plan.Broken is not null)
        {
            foreach (var one in plan.Projects.Made.SelectMany(each => each.Objects))
            {
                Add(one, before);
            }
        }
    }

    /// <summary>What those wait for that wait for a step.</summary>
    private IReadOnlyList<DependencyDraft> Ends(Step step)
    {
        if (step.Called is { } called)
        {
            return Whole(called);
        }

        if (!step.Executable.IsContainer)
        {
            return [.. (step.Result?.Lasts ?? []).Select(Success)];
        }

        if (step.Loop is { } loop)
        {
            return step.IsEmpty ? [] : [new DependencyDraft(null, loop, DraftOutcome.Success)];
        }

        if (step.Place?.Loop is not null)
        {
            return [.. Sinks(step).SelectMany(Ends)];
        }

        // Its own tasks stand in a container of each project; what stands in those within is theirs.
        return
        [
            .. Containers(step).Select(each => new DependencyDraft(null, each, DraftOutcome.Success)),
            .. step.Children.Where(each => each.Executable.IsContainer || each.Called is not null).SelectMany(Ends),
        ];
    }

    // Each that may fail: what stands behind it in the same step is only held up then.
    private IEnumerable<DependencyDraft> Failures(Step step) =>
        step.Called is not null || step.Loop is not null ? Ends(step)
        : !step.Executable.IsContainer ? (step.Result?.Objects ?? []).Select(Success)
        : step.Place?.Loop is not null ? step.Children.SelectMany(Failures) : Ends(step);

    // All that a package became and what it calls, but what handles their failures: it ends with the last of them, and
    // the errors of what it calls rise to it.
    private static IReadOnlyList<DependencyDraft> Whole(PackagePlan of) =>
    [
        .. of.Projects.Made.Where(each => each.Objects.Count > 0)
            .Select(each => new DependencyDraft(null, null, DraftOutcome.Success) { Whole = each }),
        .. of.Root.All().Select(each => each.Called).OfType<PackagePlan>().SelectMany(Whole),
    ];

    private IEnumerable<ContainerDraft> Containers(Step step) =>
        plan.Tables.SelectMany(each => each.ContainersOf(step.Path));

    private static IEnumerable<Step> Sinks(Step step)
    {
        var constraints = step.Executable.Constraints;
        var isPlain = constraints.All(each => each is
        {
            Test: ConstraintTest.Constraint, Value: ConstraintValue.Success, IsLogicalAnd: true,
        });
        var former = constraints.Select(each => each.From).ToHashSet(StringComparer.Ordinal);
        var sinks = step.Children.Where(each => !former.Contains(each.Path) && !each.IsEmpty).ToArray();
        return isPlain && sinks.Length > 0 ? sinks : step.Children;
    }

    private void Container(Step container, IReadOnlyList<DependencyDraft> around)
    {
        _around[container] = around;
        foreach (var child in container.Children)
        {
            var waits = Waits(child);
            foreach (var first in child.Result?.Firsts.ToArray() ?? [])
            {
                Add(first, waits);
            }

            if (child.Called is { } called)
            {
                new Wiring(called).Wire([.. waits, .. (child.Result?.Lasts ?? []).Select(Success)]);
            }
            else if (child.Executable.IsContainer)
            {
                Container(child, waits);
            }
        }
    }

    private static void Add(ObjectDraft one, IReadOnlyList<DependencyDraft> waits) =>
        one.DependsOn.AddRange(waits.Where(each => each.Object != one));

    private IReadOnlyList<DependencyDraft> Waits(Step step)
    {
        if (step.Waits is { } known)
        {
            return known;
        }

        // What stands behind itself the reader has told of already.
        if (!_asked.Add(step))
        {
            return [];
        }

        var own = Incoming(step);
        var around = _around[step.Parent!];
        step.Waits = !_isOfFailure && own.Any(each => each.IsPlain && !IsIdle(each)) ? own : [.. own, .. around];
        return step.Waits;
    }

    // What is disabled holds nobody up.
    private static bool IsIdle(DependencyDraft each) => each.Object is { IsEnabled: false };

    private List<DependencyDraft> Incoming(Step step)
    {
        var constraints = StepOrder.Siblings(step)
            .Where(each => each.To == step.Path && each.From != each.To).ToArray();
        var group = constraints.Length > 1 && constraints.Any(each => !each.IsLogicalAnd) ? ++_groups : 0;
        var (found, isFree) = (new List<DependencyDraft>(), false);
        foreach (var constraint in constraints)
        {
            if (step.Parent!.Children.Find(each => each.Path == constraint.From) is { } former)
            {
                var of = Of(constraint, former, step, group);
                found.AddRange(of);

                // One of several that is enough holds from the beginning.
                isFree |= group != 0 && of.Count == 0 && constraint is
                { Test: ConstraintTest.Constraint, Value: not ConstraintValue.Failure };
            }
        }

        return isFree ? [] : found;
    }

    private List<DependencyDraft> Of(SsisConstraint constraint, Step former, Step step, int group)
    {
        var outcome = constraint.Test == ConstraintTest.Expression ? DraftOutcome.Completion
            : constraint.Value switch
            {
                ConstraintValue.Failure => DraftOutcome.Failure,
                ConstraintValue.Completion => DraftOutcome.Completion,
                _ => DraftOutcome.Success,
            };
        IReadOnlyList<DependencyDraft> ends = outcome == DraftOutcome.Failure ? [.. Failures(former)] : Ends(former);
        var isIdle = former.IsDisabled || ends.Count == 0;
        var isEither = constraint.Test == ConstraintTest.ExpressionOrConstraint;

        // What is disabled counts as a success, whatever else would be enough.
        var isAsked = isEither ? !isIdle || outcome == DraftOutcome.Failure
            : constraint.Test != ConstraintTest.Constraint;
        var when = !isAsked ? null : When(constraint,
        [
            .. ends.Select(each => outcome == DraftOutcome.Success ? each
                : each with { Outcome = DraftOutcome.Completion }),
            .. isIdle ? Waits(former) : [],
        ], step);
        if (ends.Count == 0 && outcome == DraftOutcome.Failure)
        {
            Leave(step, "it waits for the failure of something that cannot fail here", constraint);
            return [];
        }

        if (isEither && isAsked)
        {
            if (ends.Count > 1)
            {
                Leave(step, OneOfSeveral, constraint);
            }

            var either = group == 0 ? ++_groups : group;
            return [.. ends.SelectMany(each => (DependencyDraft[])
            [
                each with { Outcome = outcome, AnyOf = either },
                each with { Outcome = DraftOutcome.Completion, When = when, AnyOf = either },
            ])];
        }

        var said = ends.Select(each => each with { Outcome = outcome, When = when }).ToList();
        if (isIdle && outcome != DraftOutcome.Failure)
        {
            // What comes before it comes before what is behind it all the same.
            said.AddRange(Waits(former).Select(each =>
                when is null || ends.Count > 0 ? each : each with { When = Both(each.When, when) }));
            if (said.Count == 0 && when is not null)
            {
                Ask(step, when, constraint);
            }
        }

        var any = group != 0 ? group : outcome == DraftOutcome.Failure && said.Count > 1 ? ++_groups : 0;
        if (group != 0 && said.Count > 1 && outcome != DraftOutcome.Failure)
        {
            if (!isIdle && former.Place is { } place)
            {
                return [Gathered(former, place, said) with { When = when, AnyOf = group }];
            }

            Leave(step, OneOfSeveral, constraint);
        }

        return any == 0 ? said : [.. said.Select(each => each with { AnyOf = any })];
    }

    // Where one of several is enough, several objects of one of them are one: that which waits for them all.
    private DependencyDraft Gathered(Step former, TaskPlace place, List<DependencyDraft> ends)
    {
        var one = plan.Context.New(place.Any(), $"{former.Executable.Name}_done", former.Path);
        var done = plan.Context.Naming.New(plan.Package.Name, one.Name, "bit");
        one.Reckon(done, "1 = 1");
        one.Notes.Add("it waits for all objects of the task, of which or of others one is enough for what is behind");
        one.DependsOn.AddRange(ends.Select(each => each with { When = null }));
        place.Settle([one]);
        return Success(one);
    }

    private string? When(SsisConstraint constraint, IReadOnlyList<DependencyDraft> before, Step step)
    {
        var written = constraint.Expression ?? "";
        if (plan.Context.Values.Constant(step.Path, written, takesGiven: false) is { Content: true })
        {
            return null;
        }

        var project = step.Objects().FirstOrDefault()?.Project;
        var read = new Readings(plan.Context, step.Path, () => project ?? step.Place!.Any());
        try
        {
            var condition = read.Condition(written);
            if (step.Place is { Loop: not null } turn)
            {
                turn.Settle(read.Before);
            }

            foreach (var one in read.Before)
            {
                one.DependsOn.AddRange(before);
            }

            return condition;
        }
        catch (OpenException open)
        {
            read.Undo();
            Leave(step, open.Reason.Reason, constraint);
            return null;
        }
    }

    // Nothing comes before it: it asks itself, which is the same where nothing comes behind.
    private static void Ask(Step step, string when, SsisConstraint constraint)
    {
        if (step.Executable.IsContainer || StepOrder.Siblings(step).Any(each => each.From == step.Path))
        {
            Leave(step, "its condition is asked behind something that has no object here", constraint);
            return;
        }

        foreach (var one in step.Objects())
        {
            one.When = one.When is { } other ? Both(other, when) : when;
        }
    }

    private static void Leave(Step step, string why, SsisConstraint constraint)
    {
        var text = $"{constraint.Value} {constraint.Expression}".Trim();
        var reason = new OpenReason(SsisOpenCodes.Constraint, why, text, SsisOpenCodes.Minutes);
        if (step.Objects().FirstOrDefault() is { } first)
        {
            first.Open.Add(new OpenEntry(step.Path, reason));
        }
    }

    private void Handler(HandlerSteps handler)
    {
        var of = handler.Of;
        IReadOnlyList<DependencyDraft> ends = of.Executable.Kind == ExecutableKind.Package ? Whole(plan)
            : handler.IsOfFailure ? [.. Failures(of)] : Ends(of);
        if (handler.Steps.IsEmpty || of.IsDisabled)
        {
            Container(handler.Steps, []);
            return;
        }

        if (!handler.IsKnown || ends.Count == 0)
        {
            var why = handler.IsKnown ? "it waits for something that has no object here"
                : $"what happens at {handler.Handler.Event} of a container happens there for each of its tasks, too, "
                    + "and has no equal: write a hook, or objects before or behind it";
            handler.Steps.Objects().FirstOrDefault()?.Open.Add(new OpenEntry(handler.Handler.Path, new OpenReason(
                SsisOpenCodes.Handler, why, handler.Handler.Event, SsisOpenCodes.Minutes)));
            Container(handler.Steps, []);
            return;
        }

        if (handler.Handler.Event == "OnPreExecute")
        {
            Container(handler.Steps, of.Waits ?? []);
            foreach (var first in of.Result?.Firsts.ToArray() ?? [])
            {
                Add(first, [.. handler.Steps.Objects().Select(Success)]);
            }

            return;
        }

        // Each of its tasks may ask what failed, and is told where it waits for the failure itself.
        var outcome = handler.IsOfFailure ? DraftOutcome.Failure : DraftOutcome.Completion;
        var group = handler.IsOfFailure && ends.Count > 1 ? ++_groups : 0;
        _isOfFailure = handler.IsOfFailure;
        Container(handler.Steps, [.. ends.Select(each => each with { Outcome = outcome, AnyOf = group })]);
        _isOfFailure = false;
    }

    private static DependencyDraft Success(ObjectDraft one) => new(one, null, DraftOutcome.Success);

    private static string Both(string? first, string second) => first is null ? second : $"({first}) and ({second})";
}
