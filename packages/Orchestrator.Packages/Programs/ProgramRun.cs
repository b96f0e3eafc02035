using System.Text;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Programs;

/// <summary>One attempt of a program: from its start to its end, or to the end of all that it has started.</summary>
internal sealed class ProgramRun(PackageContext context)
{
    private readonly ProcessOptions _process = context.Object.Process!;
    private readonly ProgramSets _sets = new(context);

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            context.Cancellation.ThrowIfCancellationRequested();
            RememberSecrets();
            using var folder = Folder();
            using var program = StartedProgram.Start(
                _process.Command, folder.Path, _process.Environment, context, _process.Variables);
            return new PackageResult { Outcome = NodeState.Succeeded, Sets = Attend(program) };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            return Faults.Result(fault, "process", "", context.Cancellation);
        }
    }

    // What it is passed it may say, and only who resolves a secret makes it known to the gate.
    private void RememberSecrets()
    {
        const string prefix = "ORCHESTRATOR_SECRET_";
        foreach (var name in _process.Environment.Where(name => name.StartsWith(prefix, StringComparison.Ordinal)
            && Environment.GetEnvironmentVariable(name) is { Length: > 0 }))
        {
            context.Resolve($"${{secret:{name[prefix.Length..]}}}");
        }
    }

    /// <summary>Waits for its end.</summary>
    /// <returns>The values that are made of what it gave back.</returns>
    private IReadOnlyDictionary<string, RunValue> Attend(StartedProgram program)
    {
        var errors = new ProgramLines(context, ProgramContract.LinesMax);
        var output = new ProgramLines(context, _sets.IsHidden ? 0 : ProgramContract.LinesMax);
        var captured = _sets.ReadsOutput ? new CapturedOutput(program.Output, ProgramSets.BytesMax) : null;
        try
        {
            // What a grandchild keeps open nobody can close, so that others read.
            Thread[] listeners =
            [
                StartedProgram.Listen("stderr", _process.Command, () => errors.Read(program.Errors)),
                StartedProgram.Listen("stdout", _process.Command, () => output.Read(
                    captured is null ? program.OutputText : new StreamReader(captured, Encoding.UTF8))),
            ];
            var code = program.WaitForEnd(context.Cancellation);
            var isWhole = captured is not null && _process.Succeeds(code) && HasEnded(listeners[^1]);
            Array.ForEach(listeners, listener => listener.Join(ProgramContract.Patience));
            if (!_process.Succeeds(code))
            {
                throw Failed(code, errors);
            }

            return _sets.Of(captured, isWhole, code);
        }
        catch
        {
            program.Kill();
            throw;
        }
    }

    // Of what a value is made all has to be there.
    private bool HasEnded(Thread listener)
    {
        var step = TimeSpan.FromMilliseconds(100);
        for (var waited = TimeSpan.Zero; waited < ProgramContract.PatienceForAll; waited += step)
        {
            if (listener.Join(step))
            {
                return true;
            }

            context.Cancellation.ThrowIfCancellationRequested();
        }

        return false;
    }

    // A link may lead anywhere, and lead elsewhere by the time the program is started: what is open is what is judged.
    private FolderHandle Folder()
    {
        var solution = context.Solution.Folder;
        var path = Path.GetFullPath(_process.Folder, solution);
        if (!Directory.Exists(path))
        {
            throw Refused("does not exist. Make it, or correct `folder`.");
        }

        var folder = FolderHandle.Open(path);
        if (_process.Folder.Length == 0 || folder.Real == Metadata.Loading.FollowedPath.Of(solution)
            || Metadata.Loading.FollowedPath.IsBelow(solution, folder.Real))
        {
            return folder;
        }

        folder.Dispose();
        throw Refused("lies outside the solution. Name one below it.");
    }

    private PackageRefusedException Refused(string why) => new("ORC3458", ErrorClass.Config, "open",
        $"The folder '{_process.Folder}' that the program would work in {why}");

    private PackageRefusedException Failed(int code, ProgramLines errors)
    {
        var (errorClass, again) = context.Object.Idempotent
            ? (ErrorClass.Transient, "")
            : (ErrorClass.Data, " It is not tried again by itself, as it is not declared `idempotent: true`.");
        return new PackageRefusedException("ORC3455", errorClass, "process",
            $"The program '{_process.Command.Program}' ended with code {code}.{errors.Last} What else it said is in "
            + $"run.log.{again}");
    }
}
