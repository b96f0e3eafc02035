using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>Where machines read what a page shows; the page's row names it.</summary>
/// <param name="Path">Its address, behind <see cref="ApiAddresses.Root"/>.</param>
/// <param name="Summary">What it answers, as the description of all of them says it.</param>
/// <param name="Answer">What answers there out of the readings, with the types that are described.</param>
internal sealed record ApiAddress(string Path, string Summary, Func<ServiceReading, Delegate> Answer);
