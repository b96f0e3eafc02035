using System.Globalization;
using System.Text;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Execute Process Tasks.</summary>
internal static class ProcessTasks
{
    /// <summary>The objects of the task.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public static TaskResult Map(TaskContext context, SsisExecutable task, ProjectDraft project)
    {
        var (what, read) = (task.Process!, new Readings(context, task.Path, () => project));
        Refuse(what);
        string Text(string property, string written) =>
            task.Expressions.FirstOrDefault(each => each.Property == property) is { } late
                ? read.Text(late.Expression, $"{task.Name}_{property}") : written;
        var program = Text("Executable", what.Executable).Trim();
        if (program.Length == 0)
        {
            throw No("the task names no program", "");
        }

        string[] command = [program.Replace('\\', '/'), .. Arguments(Text("Arguments", what.Arguments))];
        var folder = Text("WorkingDirectory", what.WorkingFolder).Trim();
        var one = context.New(project, task.Name, task.Path);
        one.Kind = DraftKinds.Program;
        one.Body.Add(new(DraftKinds.Program, DraftMap.Of(
            new DraftEntry("command", DraftPart.Of(command)),
            what.FailsOnReturnValue
                ? DraftEntry.If(what.SuccessValue != 0, "successCodes", new DraftList(
                    [new DraftBare(what.SuccessValue.ToString(CultureInfo.InvariantCulture))]))
                : new DraftEntry("successCodes", new DraftBare("any")))));
        one.Body.AddRange(what.OutputVariable.Length > 0 ? [Said(context, read.Value(what.OutputVariable))] : []);
        if (folder.Length > 0)
        {
            one.Open.Add(new OpenEntry(task.Path, new OpenReason(SsisOpenCodes.Process,
                "it runs in another folder here: write whole paths for the names that it looks for in its own",
                $"WorkingDirectory = {folder}", SsisOpenCodes.Minutes)));
        }

        if (what.TimeoutSeconds > 0)
        {
            one.Body.Add(DraftEntry.Of(
                "packageTimeout", $"{what.TimeoutSeconds.ToString(CultureInfo.InvariantCulture)}s"));
        }

        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    private static void Refuse(ExecuteProcessTask what)
    {
        var (why, text) = what switch
        {
            { ErrorVariable.Length: > 0 } => ("what the program says of errors goes to a variable, and here to run.log",
                what.ErrorVariable),
            { InputVariable.Length: > 0 } => ("the program reads a variable from its standard input",
                what.InputVariable),
            _ => ("", ""),
        };
        if (why.Length > 0)
        {
            throw No(why, text);
        }
    }

    // What it writes to its standard output, whatever its length.
    private static DraftEntry Said(TaskContext context, ImportedValue into)
    {
        if (into.Draft is not { } draft || context.IsTurn(into) || into.Type != SsisValueType.String)
        {
            throw new OpenException(SsisOpenCodes.Value, $"'{into.FullName}' cannot be set here", into.FullName,
                SsisOpenCodes.Minutes);
        }

        (draft.IsOfRun, draft.DataType) = (true, "nvarchar(max)");
        return new("sets", DraftMap.Of(DraftEntry.Of(draft.Use(), "stdout")));
    }

    /// <summary>A line of arguments as Windows cuts it: at blanks, but not within quotes; `\"` is a quote that opens
    /// and closes nothing.</summary>
    internal static List<string> Arguments(string line)
    {
        var (found, one, isQuoted, isOpen) = (new List<string>(), new StringBuilder(), false, false);
        var slashes = 0;
        foreach (var c in line)
        {
            if (c == '\\')
            {
                (slashes, isOpen) = (slashes + 1, true);
                continue;
            }

            // Before a quote two of them are one, and one alone takes the quote for a sign.
            var isSign = c == '"' && slashes % 2 == 1;
            one.Append('\\', c == '"' ? slashes / 2 : slashes);
            slashes = 0;
            if (c == '"' && !isSign)
            {
                (isQuoted, isOpen) = (!isQuoted, true);
            }
            else if (!isQuoted && char.IsWhiteSpace(c))
            {
                if (isOpen)
                {
                    found.Add(one.ToString());
                    one.Clear();
                }

                isOpen = false;
            }
            else
            {
                one.Append(c);
                isOpen = true;
            }
        }

        one.Append('\\', slashes);
        return isOpen ? [.. found, one.ToString()] : found;
    }

    private static OpenException No(string why, string text) =>
        new(SsisOpenCodes.Process, why, text, SsisOpenCodes.Hour);
}
