using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Makes objects of the tasks of one package; their order comes later.</summary>
internal sealed class PackagePlanner(PackagePlan plan, Func<string, string> freeProject)
{
    private readonly TaskContext _context = plan.Context;
    private readonly FirstEnds _ends = new(plan.Context);
    private readonly List<(Step Step, ConnectionDraft Target, NamedTable Table, ObjectDraft Load)> _adding = [];

    /// <summary>The objects of all tasks but those that call packages.</summary>
    /// <param name="logs">The tables of all packages that are logs.</param>
    public void Plan(LogTables logs)
    {
        var top = new TaskPlace(plan.Projects);
        _ = _ends.Project(plan.Root, top, null);
        Place(plan.Root, top);
        Handle(plan.Root);
        var all = plan.All().ToArray();
        foreach (var flow in all.Where(each => each.Executable.DataFlow is not null))
        {
            Map(flow);
        }

        foreach (var step in all.Where(each => each.Called is not null && each.Gives.Count > 0))
        {
            Give(step);
        }

        foreach (var step in all.Where(each => each.IsLoop))
        {
            FileLoops.Fold(_context, step);
        }

        var audit = new AuditSteps(_context, logs).Of(all.Where(each => each.Executable.Sql is not null));
        var emptying = new EmptyingSteps(_context, _adding);
        foreach (var step in all.Where(each => each.Executable.Sql is not null))
        {
            step.Result = audit.TryGetValue(step, out var why) ? new TaskResult([]) { Dropped = why }
                : emptying.Fold(step, all);
            if (step.Result is null)
            {
                Map(step);
            }
        }

        foreach (var (_, _, _, load) in _adding)
        {
            FlowTasks.Append(load);
        }

        foreach (var step in all.Where(each =>
            each.Result is null && !each.Executable.IsContainer && each.Called is null))
        {
            Map(step);
        }

        var brackets = new TransactionBrackets(_context);
        foreach (var begin in all)
        {
            brackets.Settle(begin);
        }

        var transactions = new TransactionSteps(_context);
        foreach (var around in all.Where(TransactionSteps.IsAsked))
        {
            transactions.Settle(around);
        }

        foreach (var step in all.Where(each => each.Executable.IsContainer && !each.IsDisabled))
        {
            var loop = new LoopTasks(_context, step.Executable);
            if (step.Loop?.Loop is not null && !step.IsEmpty && loop.IsOverNothing)
            {
                LeaveLoop(step, loop, new OpenReason(SsisOpenCodes.Loop,
                    "the rows that it runs over have no columns that somebody knows",
                    step.Executable.ForEach?.Variable ?? "", SsisOpenCodes.Hour));
            }

            ChangedProperties.Tell(step);
            DisabledSteps.Settle(_context, step, step.Objects().ToArray());
        }

        new LateCaches(_context).Tell(all);
    }

    /// <summary>An object that keeps the place of a task; of one that does nothing there is none.</summary>
    public void Leave(Step step, OpenReason reason)
    {
        if (step.IsDisabled)
        {
            step.Result = new TaskResult([]) { Dropped = "it is disabled, and has no equal" };
            return;
        }

        step.Result = PlaceholderTasks.Map(_context, step.Executable, step.Place!.Any(), reason) with
        {
            Components = [.. Components(step, reason)],
        };
        step.Place!.Settle(step.Result.Objects);
        if (step.Executable.Script is { } script)
        {
            var folder = $"{_context.Folder}/{step.Result.Objects[0].Name}";
            _context.Keep(_context.Solution.Folder(folder), script.Files);
        }
    }

    // Loops first: what stands in them is named by what their turns give.
    private void Place(Step step, TaskPlace place)
    {
        step.Place = place;
        var inner = place;
        if (step.IsLoop && !step.IsDisabled)
        {
            inner = new TaskPlace(place.Projects) { Loop = Loop(step, place) };
        }
        else if (step.Executable.Kind == ExecutableKind.Sequence && place.Loop is null)
        {
            var name = place.Sequence.Path.Length == 0 ? step.Executable.Name
                : $"{place.Sequence.Name}_{step.Executable.Name}";
            inner = new TaskPlace(place.Projects) { Sequence = (step.Path, name) };
        }

        foreach (var child in step.Children)
        {
            Place(child, inner);
        }
    }

    private ContainerDraft Loop(Step step, TaskPlace place)
    {
        var project = LoopPlace(step, place);
        var made = place.Projects.New(project, step.Path, step.Executable.Name);
        step.Loop = made;
        var loop = new LoopTasks(_context, step.Executable);
        var count = project.Objects.Count;
        try
        {
            made.Loop = loop.Map(project, place.Loop is { Loop: not null } around ? around : null);
        }
        catch (OpenException open)
        {
            _context.Forget(project, count);
            LeaveLoop(step, loop, open.Reason);
        }

        return made;
    }

    // Its tasks are done once, where somebody says so; what its turns would give an object sets.
    private void LeaveLoop(Step step, LoopTasks loop, OpenReason reason)
    {
        var made = step.Loop!;
        made.Loop = null;
        _context.Take(step.Path);
        var one = _context.New(made.Project, $"{step.Executable.Name}_turns", step.Path);
        foreach (var draft in loop.Given())
        {
            (draft.IsOfRun, draft.IsOfTurn) = (true, false);
        }

        PlaceholderTasks.Fill(one, step.Path, reason, loop.Given());
        one.Container = made;
        step.Result = new TaskResult([one]);
    }

    // A package that is called has what an expression comes to at the call, and its own of what it changes.
    private void Give(Step step)
    {
        var project = step.Place!.Any();
        var made = new List<ObjectDraft>();
        foreach (var (given, into) in step.Gives)
        {
            var count = project.Objects.Count;
            var read = new Readings(_context, step.Path, () => project);
            try
            {
                read.Computed(_context.Values.Bound(step.Path, given.Expression ?? $"@[{given.FullName}]"), into.Name,
                    into);
                RefuseSecrets(new TaskResult(read.Before));
                made.AddRange(read.Before);
            }
            catch (OpenException open)
            {
                _context.Forget(project, count);
                into.IsOfRun = true;
                var one = _context.New(project, $"{step.Executable.Name}_{into.Name}", step.Path);
                PlaceholderTasks.Fill(one, step.Path, open.Reason, [into]);
                made.Add(one);
            }
        }

        step.Result = new TaskResult(made);
        step.Place!.Settle(made);
    }

    private ProjectDraft LoopPlace(Step step, TaskPlace place) => place.Loop?.Project
        ?? _ends.Project(step, place, new LoopTasks(_context, step.Executable).FilesFolder()) ?? place.Any();

    private void Handle(Step root)
    {
        foreach (var step in root.All().ToArray())
        {
            foreach (var handler in step.Executable.Handlers.SelectMany(Deep).Where(each => each.Children.Count > 0))
            {
                var of = new Step(
                    new SsisExecutable
                    {
                        Path = handler.Path,
                        Name = $"{step.Executable.Name}_{handler.Event}",
                        Kind = ExecutableKind.Sequence,
                        IsDisabled = handler.IsDisabled || step.IsDisabled
                            || ChangedProperties.HandlesNothing(step.Executable),
                        Children = handler.Children,
                        Constraints = handler.Constraints,
                    },
                    null);
                plan.Handlers.Add(new HandlerSteps(handler, step, of));
                var projects = step.Executable.Kind == ExecutableKind.Package ? Apart(handler.Event) : plan.Projects;
                Place(of, new TaskPlace(projects) { Loop = step.Place!.Loop });
                Handle(of);
            }
        }
    }

    // What waits for all of a project stands in another one.
    private ProjectTable Apart(string name)
    {
        var made = new ProjectTable($"{plan.Projects.Name}_{name}", plan.Package.File,
            () => _context.Connections.Nothing, freeProject);
        plan.Apart.Add(made);
        return made;
    }

    private static IEnumerable<SsisEventHandler> Deep(SsisEventHandler handler) =>
        handler.Handlers.SelectMany(Deep).Prepend(handler);

    private void Map(Step step)
    {
        var place = step.Place!;
        var before = plan.Tables.SelectMany(each => each.Made).ToDictionary(each => each, each => each.Objects.Count);
        if (step.IsDisabled && Sets(step))
        {
            step.Result = new TaskResult([]) { Dropped = "it is disabled, so that what it would set is not set" };
            return;
        }

        try
        {
            Refuse(step);
            if (!step.IsDisabled)
            {
                ChangedProperties.Refuse(_context, step.Executable);
            }

            step.Result = Mapped(step);
            RefuseSecrets(step.Result);
            place.Settle(step.Result.Objects);
            if (step.IsDisabled)
            {
                step.Result.Objects.ToList().ForEach(one => one.IsEnabled = false);
            }
            else
            {
                DisabledSteps.Settle(_context, step, [.. step.Result.Objects]);
            }
        }
        catch (OpenException open)
        {
            // What was made for it has no use without it.
            _adding.RemoveAll(each => each.Step == step);
            foreach (var project in plan.Tables.SelectMany(each => each.Made))
            {
                _context.Forget(project, before.GetValueOrDefault(project));
            }

            Leave(step, open.Reason);
        }
    }

    private static bool Sets(Step step) =>
        step.Executable.Kind is ExecutableKind.Expression or ExecutableKind.Script
        || step.Executable.Sql is { Results.Count: > 0 } || step.Executable.Process is { OutputVariable.Length: > 0 }
        || step.Executable.Sql?.Parameters.Any(each => each.Way != ParameterWay.Input) == true;

    // Where a loop has members of several databases each says its own.
    private static TaskResult Writing(TaskResult result, ConnectionDraft target)
    {
        if (result.Objects is [.., var last])
        {
            last.Writes = target;
        }

        return result;
    }

    private TaskResult Mapped(Step step)
    {
        var (task, place) = (step.Executable, step.Place!);
        switch (task.Kind)
        {
            case ExecutableKind.DataFlow when task.DataFlow is not null:
                var flow = new FlowTasks(_context, task, place);
                var result = flow.Map();
                _adding.AddRange(flow.Adding.Select(each => (step, each.Target, each.Table, each.Load)));
                return result;
            case ExecutableKind.ExecuteSql when SqlTargets.SaysNothing(_context, task):
                return new TaskResult([]) { Dropped = "its statement is empty" };
            case ExecutableKind.ExecuteSql when task.Sql is not null:
                var target = SqlTargets.Of(_context, task);
                return Writing(new SqlTasks(_context, task, place.Within(null, target)).Map(), target);
            case ExecutableKind.BulkInsert when task.BulkInsert is { } bulk:
                var filled = _context.Database(bulk.Connection, task.Path);
                return Writing(
                    BulkInsertTasks.Map(_context, task, place.Within(null, filled), filled), filled);
            case ExecutableKind.Expression:
                return ValueTasks.Map(_context, task, place.Any());
            case ExecutableKind.Script when task.Script is not null:
                return Passed(step, ScriptTasks.Map(_context, task, place));
            case ExecutableKind.FileSystem when task.FileSystem is not null:
                return FileTasks.Map(_context, task, place.Any());
            case ExecutableKind.Ftp when FileTasks.IsLocal(task.Ftp):
                return FileTasks.MapLocal(_context, task, place.Any());
            case ExecutableKind.SendMail when task.Mail is not null:
                return MailTasks.Map(_context, task, place.Any());
            case ExecutableKind.ExecuteProcess when task.Process is not null:
                return ProcessTasks.Map(_context, task, place.Any());
            case ExecutableKind.ExecutePackage:
                throw new OpenException(SsisOpenCodes.Call,
                    plan.NotCalled.GetValueOrDefault(step) ?? "a package that an event handler calls has no equal",
                    task.Call?.Package is { Length: > 0 } named ? named : task.Call?.Connection ?? "",
                    SsisOpenCodes.Hour);
            default:
                throw OpenTasks.Of(task);
        }
    }

    // Where nothing is left of it, what is behind it has to find what it waits for before it.
    private static TaskResult Passed(Step step, TaskResult result) =>
        result.Dropped is null || StepOrder.MayBePassed(step) ? result
            : throw OpenTasks.Script(step.Executable, "it only tells what was done, but what is behind it asks how it "
                + "ended, or a condition that nothing else could ask before");

    // What was taken out of a statement or a call is no value that something could run with.
    private static void RefuseSecrets(TaskResult result)
    {
        if (result.Objects.FirstOrDefault(one => DraftYaml.Of(new DraftMap(one.Body)).Contains(
            Secret.Marker, StringComparison.Ordinal)) is { } found)
        {
            throw new OpenException(SsisOpenCodes.Value,
                "it holds a secret, which was taken out: leave that to a connection, or to what is called",
                DraftYaml.Of(new DraftMap(found.Body)).Trim(), SsisOpenCodes.Minutes);
        }
    }

    private static void Refuse(Step step)
    {
        if (step.Executable.ForcedResult >= 0 && !step.IsDisabled)
        {
            throw new OpenException(SsisOpenCodes.Property,
                "its result is forced, whatever it does: write what waits for it with outcome: Completion",
                "ForceExecutionResult", SsisOpenCodes.Minutes);
        }
    }

    private static IEnumerable<Disposition> Components(Step step, OpenReason reason) =>
        (step.Executable.DataFlow?.Components ?? []).Select(each =>
            new Disposition(each.Path, DispositionKind.Open, step.Executable.Name, reason));
}
