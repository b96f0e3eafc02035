using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Doctor.Checks;
using Orchestrator.Runner.Doctor.Probes;

namespace Orchestrator.Runner.Doctor;

/// <summary>
/// Takes over what runs have loaded that the ledger does not know: their rows are kept as good, and numbers go on
/// behind all that the targets hold. All of them must answer, as no number may be given twice.
/// </summary>
internal sealed class AdoptionCure(
    DoctorRequest request, ConnectionAccess access, IReadOnlyList<Connection> connections)
{
    private readonly HeldNumbers _numbers = new(request.Solution, access, request.Cancellation);
    private readonly List<AdoptedRows> _adopted = [];
    private string _own = "";
    private (long Run, long Attempt) _given, _last;

    public CureResult Do(Cure cure)
    {
        using var reader = LedgerReader.Open(request.Ledger, request.Time);
        var known = Known(reader);
        var words = reader is null ? null : new MarkerWords(reader, request.Solution, _given.Attempt);
        foreach (var connection in connections)
        {
            try
            {
                Look(connection, cure.Of, known, words);
            }
            catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is { } error)
            {
                return new CureResult(
                    $"which numbers {connection.Name} holds cannot be asked: {error.Message.TrimEnd('.')}",
                    IsDone: false);
            }
        }

        LedgerAdoption.Record(request.Ledger, request.Time, request.Solution.Environment, _adopted, _last);
        return new CureResult(
            $"the rows of {Words.Count(_adopted.Count, "package")} are kept as good, and the next attempt gets a "
            + $"number behind {Math.Max(_last.Attempt, _given.Attempt)}{Open()}", IsDone: true);
    }

    private Dictionary<string, long> Known(LedgerReader? reader)
    {
        if (reader is null)
        {
            return [];
        }

        (_own, _given) = (reader.Count > 0 ? $"{reader.Identity}" : "", reader.LastGiven);
        return reader.Adoptions(request.Solution.Environment).ToDictionary(one => one.Node, one => one.LastAttempt);
    }

    private void Look(
        Connection connection, string ledger, Dictionary<string, long> known, MarkerWords? words)
    {
        var isFile = ConnectionAccess.PlatformOf(connection)!.Abilities.IsFile;
        var look = new TargetProbe(request.Solution, access, isWhole: true, request.Time, request.Cancellation);
        foreach (var address in access.Databases(connection))
        {
            if (isFile && !File.Exists(address.File))
            {
                Undo(look.OfMissing(connection, address), words);
                continue;
            }

            using var database = access.Open(connection, address);
            var target = look.Of(connection, address, database);
            var held = _numbers.Of(database, address);
            Count(target, held);
            Undo(target, words);
            foreach (var marker in target.Markers.Where(one => IsLost(one, ledger, words)))
            {
                _adopted.AddRange(marker.Nodes
                    .Select(node => new AdoptedRows(node, Math.Max(marker.Attempt, held.GetValueOrDefault(node))))
                    .Where(rows => known.GetValueOrDefault(rows.Node) < rows.LastAttempt));
            }
        }
    }

    private void Undo(TargetState target, MarkerWords? words)
    {
        foreach (var marker in target.Markers.Where(one => one.Ledger == _own).Concat(target.Unmarked)
            .Where(one => words?.LoadedSince(one) > 0))
        {
            _adopted.AddRange(marker.Nodes
                .Select(node => new AdoptedRows(node, marker.Attempt) { UndoneTo = _given.Attempt }));
        }
    }

    // What this ledger has forgotten goes along: once its numbers have moved on, nothing tells it any more.
    private bool IsLost(MarkerState marker, string ledger, MarkerWords? words) => marker.Ledger != _own
        ? marker.Ledger == ledger
        : marker.Attempt > _given.Attempt || words?.IsUnknown(marker) == true;

    // A number of a run means something beside the id of its ledger only, one of an attempt stands in rows by itself.
    private void Count(TargetState target, IReadOnlyDictionary<string, long> held)
    {
        long[] attempts =
        [
            .. held.Values, .. target.Markers.Select(one => one.Attempt), .. target.Attempts.Select(one => one.Attempt),
            .. target.Loads.Select(one => one.Attempt),
        ];
        long[] runs =
        [
            .. target.Markers.Where(one => one.Ledger == _own).Select(one => one.Run),
            .. target.Attempts.Where(one => one.Ledger == _own).Select(one => one.Run),
        ];
        _last = (runs.Append(_last.Run).Max(), attempts.Append(_last.Attempt).Max());
    }

    private string Open()
    {
        var open = request.Solution.Projects.SelectMany(project => project.Objects)
            .Where(each => each.Load.Pattern.Value == LoadPattern.Append
                && _adopted.Any(one => one.UndoneTo == 0 && one.Node == each.FullName)).ToArray();
        string[] stand = [.. open.Where(each => each.Watermark is not null).Select(each => each.FullName)];
        string[] take = [.. open.Where(each => each.Watermark is null && each.Source?.File is not null)
            .Select(each => each.FullName)];
        return (stand.Length == 0 ? "" : "; say with `watermarks set` where they go on: " + Listed.Of(stand))
            + (take.Length == 0 ? "" : "; before they run, move away the files that they have loaded already: "
                + Listed.Of(take));
    }
}
