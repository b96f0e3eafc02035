using Orchestrator.Engine;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Programs;

/// <summary>One attempt of a program: from its start to its end, or to the end of all that it has started.</summary>
internal sealed class ProgramRun(PackageContext context)
{
    private readonly ProcessOptions process = context.Object.Process!;

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            context.Cancellation.ThrowIfCancellationRequested();
            RememberSecrets();
            using var program = StartedProgram.Start(process.Command, Folder(), process.Environment, context);
            Attend(program);
            return new PackageResult { Outcome = NodeState.Succeeded };
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
        foreach (var name in process.Environment.Where(name => name.StartsWith(prefix, StringComparison.Ordinal)
            && Environment.GetEnvironmentVariable(name) is { Length: > 0 }))
        {
            context.Resolve($"${{secret:{name[prefix.Length..]}}}");
        }
    }

    private void Attend(StartedProgram program)
    {
        var errors = new ProgramLines(context.Message, ProgramContract.LinesMax);
        var output = new ProgramLines(context.Message, ProgramContract.LinesMax);
        try
        {
            // What a grandchild keeps open nobody can close, so that others read.
            Thread[] listeners =
            [
                StartedProgram.Listen("stderr", process.Command, () => errors.Read(program.Errors)),
                StartedProgram.Listen("stdout", process.Command, () => output.Read(program.OutputText)),
            ];
            var code = program.WaitForEnd(context.Cancellation);
            Array.ForEach(listeners, listener => listener.Join(ProgramContract.Patience));
            if (code != 0)
            {
                throw Failed(code, errors);
            }
        }
        catch
        {
            program.Kill();
            throw;
        }
    }

    // Before the program is started, and again on the disk: a link may lead anywhere.
    private string Folder()
    {
        var solution = context.Solution.Folder;
        var folder = Path.GetFullPath(process.Folder, solution);
        if (process.Folder.Length > 0 && RealPath.Of(folder) != RealPath.Of(solution)
            && !RealPath.IsBelow(solution, folder))
        {
            throw new PackageRefusedException("ORC3458", ErrorClass.Config, "open",
                $"The folder '{process.Folder}' that the program would work in lies outside the solution. Name one "
                + "below it.");
        }

        return Directory.Exists(folder) ? folder : throw new PackageRefusedException(
            "ORC3458", ErrorClass.Config, "open",
            $"The folder '{process.Folder}' that the program would work in does not exist. Make it, or correct "
            + "`folder`.");
    }

    private PackageRefusedException Failed(int code, ProgramLines errors)
    {
        var (errorClass, again) = context.Object.Idempotent
            ? (ErrorClass.Transient, "")
            : (ErrorClass.Data, " It is not tried again by itself, as it is not declared `idempotent: true`.");
        return new PackageRefusedException("ORC3455", errorClass, "process",
            $"The program '{process.Command.Program}' ended with code {code}.{errors.Last} What else it said is in "
            + $"run.log.{again}");
    }
}
