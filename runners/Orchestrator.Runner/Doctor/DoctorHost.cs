using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Doctor.Probes;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Runner.Doctor;

/// <summary>Looks at a ledger and the databases of a solution for anything odd, and does what helps.</summary>
public sealed class DoctorHost(DoctorRequest request)
{
    private readonly ConnectionAccess _access = new(
        request.Solution, request.Placeholders.Resolve, request.Placeholders.ResolveConnection, request.Time,
        request.Cancellation);

    /// <summary>
    /// Looks at everything and changes nothing. What does not answer in time is a finding, and the rest is looked at
    /// all the same.
    /// </summary>
    public Diagnosis Look()
    {
        var ledger = request.LedgerFault is { } fault
            ? new LedgerState(request.Solution.Ledger ?? request.Ledger.Name, "")
            {
                IsFile = request.Solution.Ledger is null,
                Fault = fault,
            }
            : LedgerProbe.Of(request.Ledger, request.Time, request.Limit);
        var targets = Targets();
        ledger = LedgerProbe.WithAttempts(ledger, request.Ledger, request.Time, request.Solution, targets);
        var around = SurroundingProbe.Of(
            request.Solution.Folder, request.Ledger, request.Time, ledger, targets, request.FreeBytes) with
        {
            Mistake = request.Mistake,
            Durability = ledger.Fault is null ? Durability() : [],
        };
        return Diagnosis.Of(ledger, targets, around, request.Time.GetUtcNow());
    }

    /// <summary>Does what removes a finding.</summary>
    /// <param name="cure">What is to be done; where it destroys something, somebody has agreed.</param>
    /// <returns>What was done, or why not.</returns>
    public CureResult Do(Cure cure) => new Cures(request, _access, Looked).Do(cure);

    private IReadOnlyList<TargetState> Targets() => TargetReading.Of(
        Looked(), _access,
        over => new TargetProbe(request.Solution, _access, request.Mistake.Length == 0, request.Time, over),
        request.Time, request.Limit);

    /// <summary>
    /// All databases but those that are only read, each once: the one through which it is written comes first.
    /// </summary>
    private List<Connection> Looked()
    {
        var objects = request.Solution.Projects.SelectMany(project => project.Objects).ToArray();
        var read = objects.Select(each => each.TellsTurns ? each.Target.Connection : each.Source?.Connection)
            .ToHashSet();
        var seen = new HashSet<object>();
        return [.. request.Solution.Connections.Where(one => ConnectionAccess.PlatformOf(one) is not null
                && (_access.IsWritten(one) || !read.Contains(one.Name)))
            .OrderByDescending(_access.IsWritten).Where(one => seen.Add(PlaceOf(one)))];
    }

    private object PlaceOf(Connection connection)
    {
        try
        {
            return _access.PlaceOf(connection);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            return connection.Name;
        }
    }

    // Its servers may answer nobody, and the drivers' own patience is longer than ours.
    private IReadOnlyList<DatabaseDurability> Durability()
    {
        IReadOnlyList<DatabaseDurability> found = [];
        Exception? bug = null;
        var thread = new Thread(() =>
        {
            try
            {
                found = new DurabilityHost(
                    request.Solution, request.Ledger, request.Placeholders, request.Secrets, request.Time,
                    request.Cancellation).Status(null);
            }
            catch (Exception fault)
            {
                bug = fault;
            }
        })
        { IsBackground = true, Name = "look at durability" };
        thread.Start();
        return !thread.Join(request.Limit) ? []
            : bug is null ? found
            : throw new InvalidOperationException(bug.Message, bug);
    }
}

/// <summary>What became of a cure.</summary>
/// <param name="Text">What was done, or why not, as a sentence without its end.</param>
/// <param name="IsDone">Whether it was done.</param>
public sealed record CureResult(string Text, bool IsDone);
