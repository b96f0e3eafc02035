using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Actions;

/// <summary>What it means to approve something that runs wait for.</summary>
internal static class ApprovalPreviews
{
    public static RequestPreview Of(ActionRequest request, string environment, SchedulerState? scheduler)
    {
        if (scheduler?.Waiting.FirstOrDefault(each => each.Needed.Hash == request.Hash) is not { } waiting)
        {
            return RequestPreview.Refused("Approve", 404, "nothing of that hash waits to be approved",
                ActionRequest.HashField, Paths.Approvals);
        }

        var needed = waiting.Needed;
        return new RequestPreview
        {
            Title = $"Approve {needed.Name}",
            Consequences =
            [
                needed.Kind switch
                {
                    PermissionKind.Plugin => "Runs that services of this environment begin load this file and run its "
                        + "code, with all rights of the service.",
                    PermissionKind.SqlText => "Runs that services of this environment begin run whatever the variable "
                        + "holds then, with all rights of the connection.",
                    _ => "Runs that services of this environment begin start this program, with all rights of the "
                        + "service.",
                },
                needed.Kind switch
                {
                    PermissionKind.Plugin => $"The SHA-256 of the file is {needed.Hash}.",
                    PermissionKind.SqlText => "Which statement it was is recorded with each attempt, as its SHA-256.",
                    _ => $"The SHA-256 of its command line is {needed.Hash}; what the program file holds is not looked "
                        + "at.",
                },
                "Nobody takes an approval back; what is named by the metadata no more is not run.",
            ],
            NamesTitle = "Batches that wait for it",
            Names = waiting.Batches,
            From = Paths.Approvals,
            Work = stamp => new Approve(new ApprovalRecord
            {
                Environment = environment,
                Kind = needed.Kind,
                Hash = needed.Hash,
                Name = needed.Name,
                Approved = stamp.At,
                ApprovedBy = stamp.Who,
            }),
        };
    }
}
