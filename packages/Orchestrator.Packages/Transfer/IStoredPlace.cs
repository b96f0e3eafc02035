using Orchestrator.Data.Files;

namespace Orchestrator.Packages.Transfer;

/// <summary>A place that another machine has.</summary>
internal interface IStoredPlace : IFilePlace
{
    /// <summary>How many files lie right in the folder, whatever they are called.</summary>
    int Count();
}
