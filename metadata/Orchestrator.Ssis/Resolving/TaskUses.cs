using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Scripts;

namespace Orchestrator.Ssis.Resolving;

/// <summary>The variables that one task reads and sets, by the names that it writes.</summary>
internal sealed class TaskUses
{
    private readonly List<string> _read = [];
    private readonly List<string> _written = [];

    public IReadOnlyList<string> Read => _read;

    public IReadOnlyList<string> Written => _written;

    /// <summary>What an executable itself uses, without what stands in it.</summary>
    /// <param name="executable">The executable.</param>
    /// <param name="nameOf">The full name of the variable with a GUID; null where there is none.</param>
    /// <param name="find">The variable that a name means there; null where there is none.</param>
    public static TaskUses Of(
        SsisExecutable executable, Func<string, string?> nameOf, Func<string, SsisVariable?> find)
    {
        var uses = new TaskUses();
        uses.Expressions(executable.Expressions);
        uses._written.AddRange(executable.Properties.Where(each => each.Name == "ExecValueVariable")
            .Select(each => each.Value));
        uses.Loops(executable);
        uses.Assigned(executable.Expression);
        uses.Sql(executable.Sql);
        uses.Small(executable);
        uses.Work(executable.Script, find);
        uses._written.AddRange(VariableNames.FullIn(executable.RawText ?? ""));
        foreach (var component in executable.DataFlow?.Components ?? [])
        {
            uses.Component(component, nameOf);
        }

        return uses;
    }

    private void Expressions(IEnumerable<PropertyExpression> expressions) =>
        _read.AddRange(expressions.SelectMany(each => VariableNames.In(each.Expression)));

    private void Loops(SsisExecutable executable)
    {
        if (executable.For is { } loop)
        {
            Assigned(loop.Init);
            _read.AddRange(VariableNames.In(loop.Evaluate));
            Assigned(loop.Assign);
        }

        if (executable.ForEach is { } each)
        {
            Expressions(each.Expressions);
            _read.Add(each.Variable);
            _read.AddRange(each.Properties.Select(property => property.Value).Where(VariableNames.IsFull));
            _written.AddRange(each.Mappings.Select(mapping => mapping.Variable));
            _written.AddRange(VariableNames.FullIn(each.RawText ?? ""));
        }
    }

    private void Assigned(string? assignment)
    {
        var names = VariableNames.In(assignment ?? "").ToList();
        if (VariableNames.Target(assignment ?? "") is { } target)
        {
            _written.Add(target);
            names.Remove(target);
        }

        _read.AddRange(names);
    }

    private void Sql(ExecuteSqlTask? task)
    {
        if (task is null)
        {
            return;
        }

        if (task.Source == TextSource.Variable)
        {
            _read.Add(task.Statement);
        }

        _read.AddRange(task.Parameters.Where(each => each.Way is ParameterWay.Input or ParameterWay.InputOutput)
            .Select(each => each.Variable));
        _written.AddRange(task.Parameters.Where(each => each.Way != ParameterWay.Input).Select(each => each.Variable));
        _written.AddRange(task.Results.Select(each => each.Variable));
    }

    private void Small(SsisExecutable executable)
    {
        TaskPath?[] paths =
        [
            executable.FileSystem?.From, executable.FileSystem?.To, executable.Ftp?.Local, executable.Ftp?.Remote,
        ];
        _read.AddRange(paths.OfType<TaskPath>().Where(each => each.Source == TextSource.Variable)
            .Select(each => each.Value));
        if (executable.Mail is { Source: TextSource.Variable } mail)
        {
            _read.Add(mail.Message);
        }

        if (executable.Process is { } program)
        {
            _read.Add(program.InputVariable);
            _written.Add(program.OutputVariable);
            _written.Add(program.ErrorVariable);
        }

        _read.AddRange(executable.Call?.Arguments.Select(each => each.Source) ?? []);
    }

    // What a script says that it may set is more than it sets.
    private void Work(ScriptCode? code, Func<string, SsisVariable?> find)
    {
        var work = code is null ? null : ScriptWorks.Of(code, name => find(name) is { } found
            ? new ScriptVariable(found.FullName, found.Type, found.Expression is not null) : null);
        if (work is not { IsKnown: true })
        {
            Script(code);
            return;
        }

        _written.AddRange(work.Sets.Select(each => each.Variable));
        _read.AddRange(work.Files.SelectMany(each => new[] { each.From, each.To ?? "" })
            .SelectMany(VariableNames.In));
        _read.AddRange(work.Sets.Any(each => each.Expression is null) ? code!.ReadVariables
            : work.Sets.SelectMany(each => VariableNames.In(each.Expression!)));
    }

    private void Script(ScriptCode? code)
    {
        _read.AddRange(code?.ReadVariables ?? []);
        _written.AddRange(code?.WriteVariables ?? []);
        _written.AddRange((code?.Files ?? []).SelectMany(each => VariableNames.LockedIn(each.Text)));
    }

    private void Component(FlowComponent component, Func<string, string?> nameOf)
    {
        Script(component.Script);
        foreach (var property in component.Properties.Where(each => each.Value.Length > 0))
        {
            if (component.Kind is ComponentKind.RowCount or ComponentKind.RecordsetDestination
                && property.Name == "VariableName")
            {
                _written.Add(property.Value);
            }
            else if (component.Kind == ComponentKind.Other)
            {
                _written.AddRange(VariableNames.FullIn(property.Value));
            }
            else if (property.Name.Contains("Variable", StringComparison.Ordinal))
            {
                _read.Add(property.Value);
            }
            else if (property.Name == ParameterMappings.Property)
            {
                _read.AddRange(ParameterMappings.IdsIn(property.Value).Select(nameOf).OfType<string>());
            }
        }

        var ends = component.Inputs.SelectMany(each => each.Properties
                .Concat(each.Columns.SelectMany(column => column.Properties)))
            .Concat(component.Outputs.SelectMany(each => each.Properties
                .Concat(each.Columns.SelectMany(column => column.Properties))));
        _read.AddRange(ends.Where(each => each.Name == "Expression").SelectMany(each => VariableNames.In(each.Value)));
    }
}
